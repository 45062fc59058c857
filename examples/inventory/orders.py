"""Orders of customers, and whether the warehouse can serve them."""

from dataclasses import dataclass, field

from stock import Stock


@dataclass
class OrderLine:
    """How many articles of one name a customer wants."""

    name: str
    quantity: int


@dataclass
class Order:
    """What one customer wants."""

    customer: str
    lines: list = field(default_factory=list)

    def add_line(self, name, quantity):
        """Adds an article to the order."""
        self.lines.append(OrderLine(name, quantity))


def is_available(stock: Stock, order: Order):
    """Whether every line of the order can be taken off the shelf."""
    for line in order.lines:
        item = stock.items.get(line.name)
        if item is None or item.quantity < line.quantity:
            return False
    return True


def ship(stock: Stock, order: Order):
    """Takes the order's articles off the shelf, or raises ValueError where they are not all there."""
    if not is_available(stock, order):
        raise ValueError(f"the order of {order.customer} is not available")
    for line in order.lines:
        stock.remove(line.name, line.quantity)


def total_price(stock: Stock, order: Order):
    """What the customer has to pay."""
    total = 0.0
    for line in order.lines:
        total += line.quantity * stock.items[line.name].unit_price
    return total
