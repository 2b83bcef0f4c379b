"""GROUND r0: one file a chapter of the rule book, so that a rule ID tells the file.

`setup.set_up` lays the table; `resolve.offered` lists the choices of the turn that is due, `resolve.advance` takes one;
`scoring` reads the finished game. Questions that the rule book leaves open are fields of `rulings.Rulings`.
"""
