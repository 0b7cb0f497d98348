"""Names, sentences and number formats in the language of the page."""
