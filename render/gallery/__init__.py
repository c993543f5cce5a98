"""The gallery: sample pictures to look at or to compare, from views written by hand.

`python -m render.gallery DIRECTORY` draws them. There is one module of states for each
game or kind of picture; `builders` has what they share. Tests draw the same states.
"""
