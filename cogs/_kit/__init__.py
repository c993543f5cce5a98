"""Discord's tools: controls, components, texts, names, languages, permissions, gate, answers."""
