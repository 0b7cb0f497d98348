"""The rules pages, generated from the rules and from measured figures of the computer players."""
