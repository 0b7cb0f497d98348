"""Link previews: title, description and picture of a page, and the QR code of a game."""
