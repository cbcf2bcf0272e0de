"""A server of the Python SDK, 1.x or 2.x."""

import asyncio

from mcp.types import SamplingMessage, TextContent
from pydantic import BaseModel

try:
    from mcp.server.mcpserver import Context, MCPServer
except ImportError:  # 1.x
    from mcp.server.fastmcp import Context, FastMCP as MCPServer

server = MCPServer("python", log_level="ERROR")


class Person(BaseModel):
    name: str


@server.tool()
async def echo(text: str) -> str:
    return text


@server.tool()
async def report(ctx: Context) -> str:
    await ctx.report_progress(1, 2)
    await ctx.info("half")
    await ctx.report_progress(2, 2)
    # Some clients lose what arrives with the result.
    await asyncio.sleep(0.1)
    return "reported"


@server.tool()
async def ask(ctx: Context) -> str:
    answer = await ctx.elicit("Who are you?", Person)
    return f"{answer.action} {answer.data.name if answer.action == 'accept' else ''}"


@server.tool()
async def sample(ctx: Context) -> str:
    message = SamplingMessage(role="user", content=TextContent(type="text", text="Hello"))
    answer = await ctx.session.create_message([message], max_tokens=10)
    return answer.content.text


@server.tool()
async def roots(ctx: Context) -> str:
    return str((await ctx.session.list_roots()).roots[0].uri)


server.run()
