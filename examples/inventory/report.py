"""Prints what is on the shelf."""

from stock import Item, Stock


def example_stock():
    """A few items to try things with."""
    stock = Stock()
    stock.add(Item("bolt", 120, 0.05))
    stock.add(Item("hammer", 3, 14.9))
    stock.add(Item("nail", 500, 0.01))
    return stock


def report_lines(stock):
    """One line of text for each item, sorted by name."""
    lines = []
    for name in sorted(stock.items):
        item = stock.items[name]
        lines.append(f"{item.name}: {item.quantity} at {item.unit_price}")
    return lines


def print_low(stock, limit):
    """Prints the items that should be ordered again."""
    for item in stock.low(limit):
        print(item.name, item.quantity)


def print_report(stock):
    """Prints all items."""
    for line in report_lines(
