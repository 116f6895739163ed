"""Charts: specifications in, inline SVG out. Only drawing, no arithmetic on results."""
