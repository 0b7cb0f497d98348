"""English as the pages write it, which is British."""
