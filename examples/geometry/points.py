"""Points in the plane."""

import math
from dataclasses import dataclass


@dataclass
class Point:
    """A place in the plane."""

    x: float
    y: float

    def plus(self, other):
        """The point moved by another one."""
        return Point(self.x + other.x, self.y + other.y)

    def minus(self, other):
        """The way from another point to this one."""
        return Point(self.x - other.x, self.y - other.y)

    def scaled(self, factor):
        """The point moved away from the origin."""
        return Point(self.x * factor, self.y * factor)

    def length(self):
        """Distance from the origin."""
        return math.sqrt(self.x * self.x + self.y * self.y)


def distance(a, b):
    """Distance between two points."""
    return a.minus(b).length()


def middle(a, b):
    """The point half way between two points."""
    return a.plus(b).scaled(0.5)
