"""Symbolic execution of the kernel's own functions: shipped Python in, formulas out."""
