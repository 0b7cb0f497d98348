"""End-to-end tests in Firefox and WebKit, the engine of Safari: `script/test engines`."""
