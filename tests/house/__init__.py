"""The house drawn from its imports: `python -m tests.house DIRECTORY`.

One picture of all rooms, `house.svg`, as it hangs in CONTRIBUTING.md; one of each package with the
files in its rooms; and one of each room with the arrows between its files. A box stands on a
higher floor than everything it imports; an arrow runs from whoever imports to what is imported,
and is left out where a longer way of arrows implies it. Nothing is placed by hand.
"""
