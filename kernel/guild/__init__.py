"""Aetherbound Guild: one file a subject of the rules, pure functions over frozen state.

`difficulty` and `economy` hold the numbers, `recruits`, `progression`, `equipment` and `charter` what grows, `balance`
what the economy promises. The two printings, FG4 and GROWTH, differ by the edition in the rulings, never by a copy.
"""
