"""Stock levels of a small warehouse, kept in memory."""

from dataclasses import dataclass


@dataclass
class Item:
    """One kind of article and how many of it are on the shelf."""

    name: str
    quantity: int
    unit_price: float

    def value(self):
        """Worth of all articles of this kind."""
        return self.quantity * self.unit_price


class Stock:
    """All items of the warehouse, by name."""

    def __init__(self):
        self.items = {}

    def add(self, item):
        """Puts an item on the shelf, or raises the quantity of one that is there."""
        if item.name in self.items:
            self.items[item.name].quantity += item.quantity
        else:
            self.items[item.name] = item

    def remove(self, name, quantity):
        """Takes articles off the shelf; an unknown name raises KeyError."""
        item = self.items[name]
        if item.quantity < quantity:
            raise ValueError(f"only {item.quantity} of {name} left")
        item.quantity -= quantity

    def total_value(self):
        """Worth of everything on the shelf."""
        total = 0.0
        for item in self.items.values():
            total += item.value()
        return total

    def low(self, limit):
        """Items of which fewer than `limit` articles are left."""
        return [item for item in self.items.values() if item.quantity < limit]

    def total_quantity(self):
        """Number of articles on the shelf."""
        total = 0
        for item in self.items.values():
            total += item.quantity
        return 
