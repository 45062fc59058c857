"""Upright shapes in the plane."""

from points import Point


class Rectangle:
    """An upright rectangle between two corners."""

    def __init__(self, corner, width, height):
        self.corner = corner
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height

    def perimeter(self):
        return 2 * (self.width + self.height)

    def contains(self, point):
        inside_x = self.corner.x <= point.x <= self.corner.x + self.width
        inside_y = self.corner.y <= point.y <= self.corner.y + self.height
        return inside_x and inside_y

    def center(self):
        return Point(self.corner.x + self.width / 2, self.corner.y + self.height / 2)


class Square(Rectangle):
    """A rectangle with sides of one length."""

    def __init__(self, corner, side):
        super().__init__(corner, side, side)
