"""A drawing holds shapes and knows what they measure together."""

from points import Point
from circle import Circle
from rectangles import Rectangle


class Drawing:
    """Shapes by name."""

    def __init__(self):
        self.shapes = {}

    def add(self, name, shape):
        """Puts a shape on the drawing."""
        self.shapes[name] = shape

    def remove(self, name):
        """Takes a shape off the drawing."""
        del self.shapes[name]

    def total_area(self):
        """Area of all shapes together."""
        total = 0.0
        for shape in self.shapes.values():
            total += shape.area()
        return total

    def total_perimeter(self):
        """Length of all outlines together."""
        total = 0.0
        for shape in self.shapes.values():
            total += shape.perimeter()
        return 
