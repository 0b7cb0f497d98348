"""Settings for the rules tests: hypothesis stores no files and has no deadline."""

from hypothesis import settings

settings.register_profile("rules", database=None, deadline=None, print_blob=True)
settings.load_profile("rules")
