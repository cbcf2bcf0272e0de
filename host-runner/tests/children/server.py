"""An MCP server over stdio for the tests, well-behaved or not.

    server.py [--revision REVISION] [--fault FAULT]...

With the revision `both`, the first message decides between 2025-11-25 and 2026-07-28, as in servers of the SDK for
Python from 2.0 on. The tools are named in `call`. Faults are named in `FAULTS`, or where they take effect.
"""

import argparse
import itertools
import json
import os
import signal
import sys
import threading
import time

parser = argparse.ArgumentParser()
parser.add_argument("--revision", default="2025-11-25")
parser.add_argument("--fault", action="append", default=[])
parser.add_argument("--log", help="a file to which every line from stdin is appended")
options = parser.parse_args()
BOTH = options.revision == "both"
STATELESS = options.revision >= "2026-07-28" and not BOTH

if "crash at start" in options.fault:
    raise SystemExit("no configuration")
if "slow start" in options.fault:
    time.sleep(1)

out = sys.stdout.buffer
lock = threading.Lock()
deaf = threading.Event()
handshakes = 0
# The method of the first request, for servers that keep its era.
first = None
calls = {}
answers = {}
questions = itertools.count()


def write(data):
    with lock:
        out.write(data)
        out.flush()


def send(message):
    write(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n")


def result(request, value):
    if "foreign ids" in options.fault:
        send({"id": 987654, "result": value})
        send({"id": "never", "result": value})
    send({"id": request["id"], "result": value})
    if "duplicate ids" in options.fault:
        send({"id": request["id"], "result": {"content": [{"type": "text", "text": "again"}]}})


def text(request, value):
    result(request, {"content": [{"type": "text", "text": value}]})


def ask(method, params, timeout=5):
    """Sends a request to the client, and returns its answer."""
    number = f"of-server-{next(questions)}"
    answers[number] = [threading.Event(), None]
    send({"id": number, "method": method, "params": params})
    answers[number][0].wait(timeout)
    return answers[number][1]


def call(request):
    params = request["params"]
    name, arguments = params["name"], params.get("arguments", {})
    token = params.get("_meta", {}).get("progressToken")
    if name == "echo":
        text(request, json.dumps(arguments))
    elif name == "sleep":
        cancelled = calls[str(request["id"])]
        if cancelled.wait(arguments.get("seconds", 60)):
            print("cancelled", arguments.get("name", ""), file=sys.stderr, flush=True)
        else:
            text(request, "slept")
    elif name == "progress":
        for step in range(arguments.get("steps", 3)):
            send({"method": "notifications/progress", "params": {"progressToken": token, "progress": step}})
        text(request, arguments["name"])
    elif name == "log":
        send({"method": "notifications/message", "params": {"level": "info", "data": "a line"}})
        text(request, "logged")
    elif name == "changed":
        send({"method": "notifications/tools/list_changed"})
        send({"method": "notifications/resources/updated", "params": {"uri": arguments["uri"]}})
        text(request, "changed")
    elif name == "ask":
        answer = ask(arguments["method"], {"message": "who?" * arguments.get("repeat", 1)})
        text(request, json.dumps(answer))
    elif name == "environment":
        text(request, json.dumps(dict(os.environ)))
    elif name == "where":
        text(request, os.getcwd())
    elif name == "pid":
        text(request, str(os.getpid()))
    elif name == "handshakes":
        text(request, str(handshakes))
    elif name == "crash":
        print("last words", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    elif name == "exit":
        os._exit(arguments["code"])
    elif name == "print":
        write(b"Hello from a print statement\n")
        text(request, "printed")
    elif name == "invalid UTF-8":
        write(b'{"jsonrpc":"2.0","method":"\xff"}\n')
        text(request, "written")
    elif name == "answer that is not UTF-8":
        start = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"content": []}})[:-2]
        write(start.encode() + b', "x": "\xff"}}\n')
    elif name == "half lines":
        line = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"content": []}}).encode()
        write(line[:10])
        time.sleep(0.05)
        write(line[10:20])
        time.sleep(0.05)
        write(line[20:] + b"\r\n")
    elif name == "endless line":
        for _ in range(17):
            write(b"x" * (1 << 20))
    elif name == "ping without reading":
        deaf.set()
        with lock:
            for number in range(1 << 30):
                out.write(b'{"jsonrpc":"2.0","id":"%s %d","method":"ping"}\n' % (b"x" * 1000, number))
    elif name == "large":
        text(request, "x" * arguments["bytes"])
    elif name == "flood":
        chunk = (b"y" * 65_535 + b"\n") * 16
        for _ in range(arguments["megabytes"]):
            sys.stderr.buffer.write(chunk)
        sys.stderr.buffer.flush()
        text(request, "flooded")
    elif name == "stderr":
        sys.stderr.buffer.write(bytes.fromhex(arguments["hex"]) + b"\n")
        sys.stderr.buffer.flush()
        text(request, "written")
    elif name == "hang":
        pass
    else:
        send({"id": request["id"], "error": {"code": -32602, "message": f"no tool {name}"}})


def subscriptions(request):
    mark = {"_meta": {"io.modelcontextprotocol/subscriptionId": request["id"]}}
    send({"method": "notifications/subscriptions/acknowledged", "params": {**mark, "notifications": {}}})
    send({"method": "notifications/tools/list_changed", "params": mark})
    result(request, {"resultType": "complete", **mark})


TOOLS = [
    {"name": name, "inputSchema": {"type": "object"}}
    for name in ["echo", "sleep", "progress", "ask", "crash", "exit", "print", "pid", "hang", "flood", "stderr"]
]


def refuses(message, method):
    """Whether a server refuses a request, since its first request was of the other era."""
    global first
    first = first or method
    if BOTH and first == "initialize" and method == "server/discover":
        error = {"code": -32600, "message": "this connection serves the handshake protocol era"}
    elif BOTH and first == "server/discover" and method == "initialize":
        error = {"code": -32022, "message": "no handshake", "data": {"supported": ["2026-07-28"]}}
    elif "pinned by a handshake" in options.fault and first == "initialize" and method == "server/discover":
        error = {"code": -32600, "message": "a handshake was tried"}
    else:
        return False
    send({"id": message["id"], "error": error})
    return True


def handle(message):
    global handshakes
    method = message.get("method")
    if method in ("initialize", "server/discover") and refuses(message, method):
        return
    if method is None:
        waiting = answers.get(message["id"])
        if waiting:
            waiting[1] = message.get("result", message.get("error"))
            waiting[0].set()
    elif method == "initialize":
        if "silent handshake" in options.fault:
            return
        if "dies at the handshake" in options.fault:
            sys.exit(1)
        if STATELESS:
            send({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
            return
        handshakes += 1
        capabilities = {"tools": {}, "resources": {"subscribe": True}, "x-unknown": {"kept": 1.0}}
        info = {"name": "test", "version": "1"}
        result(message, {"protocolVersion": "2025-11-25" if BOTH else options.revision, "capabilities": capabilities, "serverInfo": info})
    elif method == "server/discover":
        if "silent probe" in options.fault:
            return
        if "dies at the probe" in options.fault:
            sys.exit(1)
        if STATELESS or BOTH:
            result(message, {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}})
        else:
            send({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
    elif method == "notifications/cancelled":
        cancelled = calls.get(str(message["params"]["requestId"]))
        if cancelled:
            cancelled.set()
    elif method == "tools/list":
        result(message, {"tools": TOOLS})
    elif method == "tools/call":
        calls[str(message["id"])] = threading.Event()
        threading.Thread(target=call, args=[message], daemon=True).start()
    elif method == "subscriptions/listen":
        subscriptions(message)
    elif "id" in message:
        if method in ("resources/subscribe", "resources/unsubscribe"):
            print(method, message["params"]["uri"], file=sys.stderr, flush=True)
        result(message, {})


if "exits at once" in options.fault:
    print("no configuration", file=sys.stderr)
    sys.exit(7)
if "hangs" in options.fault:
    time.sleep(600)
if "prints a banner" in options.fault:
    write(b"Server listening on port 3000\n")
if "ignores SIGTERM" in options.fault:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if "has a child" in options.fault:
    import subprocess

    # Holds none of the pipes, and ignores everything but SIGKILL.
    script = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    child = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    print("child", child.pid, file=sys.stderr, flush=True)

log = open(options.log, "a", encoding="utf-8") if options.log else None
for line in sys.stdin:
    if deaf.is_set():
        time.sleep(600)
    if log:
        log.write(line)
        log.flush()
    handle(json.loads(line))
if "ignores the end of stdin" in options.fault:
    time.sleep(600)
