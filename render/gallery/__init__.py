"""The gallery: sample pictures from hand-written views, to look at or to compare.

`python -m render.gallery DIRECTORY` draws them. There is one module of states for each game or kind
of picture; `builders` has the shared code. Tests draw the same states.
"""
