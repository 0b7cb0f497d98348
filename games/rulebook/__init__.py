"""The rules pages, read off the rules themselves and off measured figures of the computer players."""
