"""Words for people: the catalogues, names, alt texts."""
