"""An agent with the Python SDK 2.x."""

import httpx2
from answers import CALLBACKS
from calls import run_calls
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client


# In seconds; a machine may be busy.
TIMEOUT = 60


def transport(connection):
    if "url" in connection:
        http_client = httpx2.AsyncClient(headers=connection["headers"], timeout=TIMEOUT)
        return streamable_http_client(connection["url"], http_client=http_client)
    program, *arguments = connection["command"]
    return stdio_client(StdioServerParameters(command=program, args=arguments))


def connect(connection, log):
    return Client(transport(connection), logging_callback=log, log_level="info", **CALLBACKS)


async def list_tools(client):
    return (await client.list_tools()).tools


async def call_tool(client, tool, arguments, on_progress):
    result = await client.call_tool(tool, arguments, progress_callback=on_progress)
    return result.is_error, result.content


run_calls(connect, list_tools, call_tool)
