"""The samples step: prompts as the product asks them, with their answers, packed into rows."""
