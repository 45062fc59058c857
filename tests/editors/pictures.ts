/** Files in which the embedded model is sure of what comes at the `█`, because it stands above. */

export const ARGUMENTS = `import json


def read_settings(path):
    with open(path, encoding="utf-8") as file:
        settings = json.load(file)
    return settings


def read_orders(path):
    with open(path, encoding="utf-8") as file:
        orders = json.load(file)
    return orders


def read_customers(path):
    with open(█
`;

export const DICTIONARY = `def describe_order(order):
    return {
        "name": order.name,
        "price": order.price,
        "currency": order.currency,
    }


def describe_offer(order):
    return {
        "name": order.name,
        "price": order.price,
        "currency": order.currency,
    }


def describe_return(order):
    return {█
`;

export const NOT_ASCII = `def show_settings(path):
    print("Größe 😀", read_settings(path), file=sys.stderr)


def show_orders(path):
    print("Größe 😀", read_settings(path), file=sys.stderr)


def show_customers(path):
    print("Größe 😀", █
`;

export const BRACKETS = `${ARGUMENTS.replace("█", "█)")}        customers = json.load(file)
    return customers
`;
