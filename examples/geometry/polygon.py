"""Polygons: a way around through several points."""

from points import Point, distance


class Polygon:
    """A closed way around through its points."""

    def __init__(self, points):
        self.points = points

    def edges(self):
        """Pairs of neighbouring points, the last one with the first."""
        return zip(self.points, self.points[1:] + self.points[:1])

    def perimeter(self):
        """Length of the way around."""
        total = 0.0
        for start, end in self.edges():
            total += distance(start, end)
        return total

    def area(self):
        """Area inside the way around, by the shoelace formula."""
        total = 0.0
        for start, end in self.edges():
            total += start.x * end.y - start.y * end.x
        return abs(total) / 2

    def moved(self, offset):
        """The same polygon at another place."""
        return Polygon([point.plus(offset) for point in self.points])

    def scaled(self, factor):
        """The same polygon in another size."""
        return Polygon([point.scaled(factor) for point in self.points])
