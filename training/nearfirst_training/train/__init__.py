"""The train step: the LLaMA architecture on rows of samples, on a processor or a GPU."""
