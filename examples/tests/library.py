"""A library that lends books, as an MCP server over stdio."""

from datetime import date, timedelta
from uuid import uuid4

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import BaseModel

AUTHORS = {"Emma": "Jane Austen", "Erewhon": "Samuel Butler", "Middlemarch": "George Eliot"}


class Loan(BaseModel):
    id: str
    title: str
    due: date


server = FastMCP("library", version="1.0")
loans: dict[str, Loan] = {}


@server.tool
def lend(title: str, days: int = 14) -> Loan:
    """Lends a book."""
    if title not in AUTHORS:
        raise ToolError(f"There is no book {title!r}.")
    loan = Loan(id=uuid4().hex, title=title, due=date.today() + timedelta(days=days))
    loans[loan.id] = loan
    return loan


@server.tool
def bring_back(loan: str) -> str:
    """Ends a loan, and returns the title of the book."""
    if loan not in loans:
        raise ToolError("There is no such loan.")
    return loans.pop(loan).title


@server.tool
def shelf(barcode: int) -> str:
    """Returns the shelf of a copy, which is the end of its barcode."""
    return f"{barcode % 10_000:04}"


@server.resource("library://authors/{title}")
def author(title: str) -> str:
    """Returns the author of a book."""
    return AUTHORS[title]


if __name__ == "__main__":
    server.run(show_banner=False)
