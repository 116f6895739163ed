"""Pages: each module turns one part of an analysis into a section of the page model."""
