"""The toolkit of components, replies and words that every feature uses."""
