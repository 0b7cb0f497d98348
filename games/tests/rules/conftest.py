"""Settings shared by the rules tests: hypothesis keeps no files and knows no stop-watch."""

from hypothesis import settings

settings.register_profile("rules", database=None, deadline=None, print_blob=True)
settings.load_profile("rules")
