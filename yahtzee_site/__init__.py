"""The Django project: settings, addresses, server entry, middleware. Nothing about games or scores."""
