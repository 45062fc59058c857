"""The tokenizer step: one compact vocabulary for all models of Nearfirst."""
