"""The work of an agent in Python: makes the calls, and prints what came of them.

    AGENT CONNECTION CALLS [PAUSE]

`CONNECTION` is `{"url": …, "headers": {…}}` or `{"command": [PROGRAM, ARGUMENT…]}`, and `CALLS` is
`[{"tool": …, "arguments": {…}}]`, both as JSON.

With the pause in milliseconds after a call, it repeats the calls with new connections until its stdin ends, and
prints a line for each connection and call: its `tool`, when it began (`at`), how many `ms` it took, and its
`problem`. Then, each call has a `text` that its result must contain.
"""

import asyncio
import json
import sys
import time

# The shortest time in seconds between two attempts to connect.
RETRY = 1


def run_calls(connect, list_tools, call_tool):
    """Runs an agent, given its ways to connect (with a callback for logs), to list the tools and to call one."""
    connection, calls, *pause = map(json.loads, sys.argv[1:])
    ways = connect, list_tools, call_tool
    if pause:
        asyncio.run(repeat_calls(ways, connection, calls, pause[0] / 1000))
    else:
        asyncio.run(asyncio.wait_for(make_calls(ways, connection, calls), 60))


async def make_calls(ways, connection, calls):
    connect, list_tools, call_tool = ways
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


async def repeat_calls(ways, connection, calls, pause):
    stopped = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    while not stopped.done():
        begin = Timer("connect")
        try:
            await calls_of_connection(ways, connection, calls, pause, stopped, begin)
        except Exception as error:
            # What fails after the first line has been printed by its call.
            begin.end(repr(error))
            await asyncio.sleep(RETRY)


async def calls_of_connection(ways, connection, calls, pause, stopped, begin):
    connect, list_tools, call_tool = ways

    async def ignore(*_):
        pass

    async with connect(connection, ignore) as client:
        await list_tools(client)
        begin.end()
        for call in calls:
            if stopped.done():
                break
            timer = Timer(call["tool"])
            try:
                is_error, content = await call_tool(client, call["tool"], call["arguments"], ignore)
                text = content[0].text
                problem = text if is_error or call["text"] not in text else None
            except Exception as error:
                problem = repr(error)
            timer.end(problem)
            if problem is not None:
                break
            await asyncio.sleep(pause)


class Timer:
    """Prints a line, once."""

    def __init__(self, tool):
        self.tool, self.at, self.begin, self.is_done = tool, time.time() * 1000, time.perf_counter(), False

    def end(self, problem=None):
        if not self.is_done:
            self.is_done = True
            milliseconds = (time.perf_counter() - self.begin) * 1000
            line = {"tool": self.tool, "at": self.at, "ms": milliseconds, "problem": problem}
            print(json.dumps(line), flush=True)
