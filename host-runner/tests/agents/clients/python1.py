"""An agent with the Python SDK 1.x: makes the calls that its arguments name, and prints what came of them.

    python1.py CONNECTION CALLS

`CONNECTION` is `{"url": …, "headers": {…}}` or `{"command": [PROGRAM, ARGUMENT…]}`, and `CALLS` is
`[{"tool": …, "arguments": {…}}]`, both as JSON.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client
from mcp.types import CreateMessageResult, ElicitResult, ListRootsResult, Root, TextContent


async def elicit(context, params):
    return ElicitResult(action="accept", content={"name": "Ada"})


async def sample(context, params):
    return CreateMessageResult(role="assistant", content=TextContent(type="text", text="sampled"), model="none")


async def list_roots(context):
    return ListRootsResult(roots=[Root(uri="file:///work")])


def transport(connection):
    if "url" in connection:
        return streamablehttp_client(connection["url"], connection["headers"])
    program, *arguments = connection["command"]
    return stdio_client(StdioServerParameters(command=program, args=arguments))


async def main(connection, calls):
    logs = []

    async def log(params):
        logs.append(params.data)

    async with transport(connection) as (read, write, *_):
        callbacks = {"elicitation_callback": elicit, "sampling_callback": sample, "list_roots_callback": list_roots}
        async with ClientSession(read, write, logging_callback=log, **callbacks) as session:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            outcomes = []
            for call in calls:
                progress = []
                logs.clear()

                async def on_progress(done, total, message):
                    progress.append(done)

                try:
                    result = await session.call_tool(call["tool"], call["arguments"], progress_callback=on_progress)
                    outcome = {"isError": bool(result.isError), "text": result.content[0].text}
                except Exception as error:
                    outcome = {"isError": True, "text": str(error)}
                outcomes.append({**outcome, "progress": len(progress), "logs": len(logs)})
            print(json.dumps({"tools": tools, "outcomes": outcomes}))


asyncio.run(asyncio.wait_for(main(*map(json.loads, sys.argv[1:])), 60))
