"""The training pipeline of Nearfirst's embedded model, one command a step: ``python -m nearfirst_training STEP``."""
