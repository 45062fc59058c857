"""Circles: what they measure, and what is inside of them."""

import math

from points import Point, distance


class Circle:
    """All points within a radius around a center."""

    def __init__(self, center, radius):
        self.center = center
        self.radius = radius

    def area(self):
        return math.pi * self.radius * self.radius

    def perimeter(self):
        return 2 * math.pi * self.radius

    def contains(self, point):
        return distance(self.center, point) <= self.
