"""The packages' common base: settings, log, clock, metrics and refusals."""
