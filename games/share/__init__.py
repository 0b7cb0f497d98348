"""What a link shows of a game before it is opened: title, sentence, picture, QR code."""
