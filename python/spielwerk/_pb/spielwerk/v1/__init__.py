# DO NOT EDIT: generated from protos/ by `make protos`.
"""Generated messages. Private."""
