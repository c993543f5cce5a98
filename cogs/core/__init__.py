"""The packages' common base: settings, log, clock, ownership, metrics and refusals."""
