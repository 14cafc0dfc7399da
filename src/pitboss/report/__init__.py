"""An event as one HTML page that fetches nothing, and as files for other programs."""
