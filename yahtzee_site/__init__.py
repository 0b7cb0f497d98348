"""The frame of the site: settings, addresses, server entry, middleware. No game and no score lives here."""
