"""An agent with the client of FastMCP."""

from calls import run_calls
from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport


async def elicit(message, response_type, params, context):
    return response_type(name="Ada")


async def sample(messages, params, context):
    return "sampled"


def transport(connection):
    if "url" in connection:
        return StreamableHttpTransport(connection["url"], headers=connection["headers"])
    program, *arguments = connection["command"]
    return StdioTransport(program, arguments)


def connect(connection, log):
    callbacks = {"elicitation_handler": elicit, "sampling_handler": sample, "roots": ["file:///work"]}
    return Client(transport(connection), log_handler=log, **callbacks)


async def list_tools(client):
    return await client.list_tools()


async def call_tool(client, tool, arguments, on_progress):
    result = await client.call_tool(tool, arguments, progress_handler=on_progress, raise_on_error=False)
    return result.is_error, result.content


run_calls(connect, list_tools, call_tool)
