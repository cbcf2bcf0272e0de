"""An agent with the Python SDK 2.x. Its arguments and its output are those of `python1.py`."""

import asyncio
import json
import sys

import httpx2
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CreateMessageResult, ElicitResult, ListRootsResult, Root, TextContent


async def elicit(context, params):
    return ElicitResult(action="accept", content={"name": "Ada"})


async def sample(context, params):
    return CreateMessageResult(role="assistant", content=TextContent(type="text", text="sampled"), model="none")


async def list_roots(context):
    return ListRootsResult(roots=[Root(uri="file:///work")])


def transport(connection):
    if "url" in connection:
        return streamable_http_client(connection["url"], http_client=httpx2.AsyncClient(headers=connection["headers"]))
    program, *arguments = connection["command"]
    return stdio_client(StdioServerParameters(command=program, args=arguments))


async def main(connection, calls):
    logs = []

    async def log(params):
        logs.append(params.data)

    callbacks = {"elicitation_callback": elicit, "sampling_callback": sample, "list_roots_callback": list_roots}
    async with Client(transport(connection), logging_callback=log, log_level="info", **callbacks) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        outcomes = []
        for call in calls:
            progress = []
            logs.clear()

            async def on_progress(done, total, message):
                progress.append(done)

            try:
                result = await client.call_tool(call["tool"], call["arguments"], progress_callback=on_progress)
                outcome = {"isError": bool(result.is_error), "text": result.content[0].text}
            except Exception as error:
                outcome = {"isError": True, "text": str(error)}
            outcomes.append({**outcome, "progress": len(progress), "logs": len(logs)})
        print(json.dumps({"tools": tools, "outcomes": outcomes}))


asyncio.run(asyncio.wait_for(main(*map(json.loads, sys.argv[1:])), 60))
