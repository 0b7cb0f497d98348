"""What things are called and how numbers are written, in the language of the page."""
