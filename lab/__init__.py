"""Programs that fit weights or produce published results; run from a checkout, never installed."""
