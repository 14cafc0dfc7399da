"""An event as one HTML page with its charts; nothing in it is fetched from anywhere."""
