"""A dozen journeys in Firefox and WebKit, the engine of Safari: `script/test engines`."""
