"""An agent with the client of FastMCP. Its arguments and its output are those of `python1.py`."""

import asyncio
import json
import sys

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


async def main(connection, calls):
    logs = []

    async def log(message):
        logs.append(message.data)

    callbacks = {"elicitation_handler": elicit, "sampling_handler": sample, "roots": ["file:///work"]}
    async with Client(transport(connection), log_handler=log, **callbacks) as client:
        tools = [tool.name for tool in await client.list_tools()]
        outcomes = []
        for call in calls:
            progress = []
            logs.clear()

            async def on_progress(done, total, message):
                progress.append(done)

            try:
                result = await client.call_tool(
                    call["tool"], call["arguments"], progress_handler=on_progress, raise_on_error=False
                )
                outcome = {"isError": bool(result.is_error), "text": result.content[0].text}
            except Exception as error:
                outcome = {"isError": True, "text": str(error)}
            outcomes.append({**outcome, "progress": len(progress), "logs": len(logs)})
        print(json.dumps({"tools": tools, "outcomes": outcomes}))


asyncio.run(asyncio.wait_for(main(*map(json.loads, sys.argv[1:])), 60))
