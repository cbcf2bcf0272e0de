"""An agent with the Python SDK 1.x."""

from contextlib import asynccontextmanager

from answers import CALLBACKS
from calls import run_calls
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


def transport(connection):
    if "url" in connection:
        return streamablehttp_client(connection["url"], connection["headers"])
    program, *arguments = connection["command"]
    return stdio_client(StdioServerParameters(command=program, args=arguments))


@asynccontextmanager
async def connect(connection, log):
    async with transport(connection) as (read, write, *_):
        async with ClientSession(read, write, logging_callback=log, **CALLBACKS) as session:
            await session.initialize()
            yield session


async def list_tools(session):
    return (await session.list_tools()).tools


async def call_tool(session, tool, arguments, on_progress):
    result = await session.call_tool(tool, arguments, progress_callback=on_progress)
    return result.isError, result.content


run_calls(connect, list_tools, call_tool)
