"""The work of an agent in Python: makes the calls, and prints what came of them.

    AGENT CONNECTION CALLS

`CONNECTION` is `{"url": …, "headers": {…}}` or `{"command": [PROGRAM, ARGUMENT…]}`, and `CALLS` is
`[{"tool": …, "arguments": {…}}]`, both as JSON.
"""

import asyncio
import json
import sys


def run_calls(connect, list_tools, call_tool):
    """Runs an agent, given its ways to connect (with a callback for logs), to list the tools and to call one."""
    connection, calls = map(json.loads, sys.argv[1:])
    asyncio.run(asyncio.wait_for(make_calls(connect, list_tools, call_tool, connection, calls), 60))


async def make_calls(connect, list_tools, call_tool, connection, calls):
    logs = []

    async def log(message):
        logs.append(message.data)

    async with connect(connection, log) as client:
        tools = [tool.name for tool in await list_tools(client)]
        outcomes = []
        for call in calls:
            progress = []
            logs.clear()

            async def on_progress(done, total, message):
                progress.append(done)

            try:
                is_error, content = await call_tool(client, call["tool"], call["arguments"], on_progress)
                outcome = {"isError": bool(is_error), "text": content[0].text}
            except Exception as error:
                outcome = {"isError": True, "text": str(error)}
            outcomes.append({**outcome, "progress": len(progress), "logs": len(logs)})
        print(json.dumps({"tools": tools, "outcomes": outcomes}))
