"""A server of FastMCP."""

import asyncio
from dataclasses import dataclass

from fastmcp import Context, FastMCP
from mcp.types import SamplingMessage, TextContent

server = FastMCP("fastmcp")


@dataclass
class Person:
    name: str


@server.tool
async def echo(text: str) -> str:
    return text


@server.tool
async def report(ctx: Context) -> str:
    await ctx.report_progress(1, 2)
    await ctx.info("half")
    await ctx.report_progress(2, 2)
    # Some clients lose what arrives with the result.
    await asyncio.sleep(0.1)
    return "reported"


@server.tool
async def ask(ctx: Context) -> str:
    answer = await ctx.elicit("Who are you?", response_type=Person)
    return f"{answer.action} {answer.data.name if answer.action == 'accept' else ''}"


@server.tool
async def sample(ctx: Context) -> str:
    message = SamplingMessage(role="user", content=TextContent(type="text", text="Hello"))
    return (await ctx.session.create_message([message], max_tokens=10, related_request_id=ctx.request_id)).content.text


@server.tool
async def roots(ctx: Context) -> str:
    return str((await ctx.session.list_roots()).roots[0].uri)


server.run(show_banner=False)
