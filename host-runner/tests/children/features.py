"""An MCP server for the commands without a page: tools, resources and prompts, over stdio or HTTP.

    features.py [--revision REVISION] [--http] [--authorization VALUE]

With --http, the first line of stdout is the port.
"""

import argparse
import base64
import http.server
import json
import sys
import threading

parser = argparse.ArgumentParser()
parser.add_argument("--revision", default="2025-11-25")
parser.add_argument("--http", action="store_true")
parser.add_argument("--authorization", help="the header that every request must have")
options = parser.parse_args()
STATELESS = options.revision >= "2026-07-28"
# Some servers end a list by a cursor without text.
LAST = {"nextCursor": ""} if options.revision == "2025-06-18" else {}

HOSTILE = "evil\x1b[31m\x07\u202e\nname"

ECHO = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "The text"},
        "count": {"type": "integer"},
        "loud": {"type": "boolean"},
        "list": {"type": "array", "items": {"type": "number"}},
        "color": {"enum": ["red", "blue"]},
    },
    "required": ["text"],
}
FORM = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "nights": {"type": "integer", "default": 1}},
    "required": ["name"],
}
QUESTIONS = {
    "form": ("elicitation/create", {"mode": "form", "message": "Who are you?\x1b[2J", "requestedSchema": FORM}),
    "visit": ("elicitation/create", {"mode": "url", "message": "Log in", "url": "https://example.com/\x1b[2J"}),
    "model": (
        "sampling/createMessage",
        {"messages": [{"role": "user", "content": {"type": "text", "text": "Why?"}}], "maxTokens": 9},
    ),
    "folders": ("roots/list", {}),
}


def tool(name, schema=None, **members):
    return {"name": name, "description": f"The tool {name}\nMore.", "inputSchema": schema or {"type": "object"}, **members}


PAGES = [
    [
        tool("echo", ECHO, title="Echo", annotations={"readOnlyHint": True}),
        tool("wipe", annotations={"destructiveHint": True}),
        tool("map", _meta={"ui": {"resourceUri": "ui://map"}}),
    ],
    [tool(name) for name in ["contents", "fail", "refuse", "large", *QUESTIONS, HOSTILE]],
]
RESOURCES = {
    "test://text": [{"uri": "test://text", "mimeType": "text/plain", "text": "a\x1b[31mb\r\n"}],
    "test://bytes": [{"uri": "test://bytes", "mimeType": "image/png", "blob": base64.b64encode(b"\x00\xff\x1b").decode()}],
    "test://both": [{"uri": "test://both", "text": "one"}, {"uri": "test://both", "blob": "AAAA"}],
    "ui://map": [{"uri": "ui://map", "mimeType": "text/html;profile=mcp-app", "text": "<p>map</p>"}],
}


class Failure(Exception):
    pass


class Exchange:
    """A request, with the way back to its client. `send` sends a message."""

    def __init__(self, message, send):
        self.message, self.send = message, send
        self.params = message.get("params", {})

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, kind):
        """Asks the client, and returns its answer: in the result of an earlier round, or within the session."""
        method, params = QUESTIONS[kind]
        if STATELESS:
            if "inputResponses" in self.params:
                if self.params.get("requestState") != "é \\ state":
                    raise Failure("another state")
                return self.params["inputResponses"]["q"]
            return None
        number = f"of-server-{id(self)}"
        waiting[number] = [threading.Event(), None]
        self.send({"id": number, "method": method, "params": params})
        waiting[number][0].wait(10)
        return waiting.pop(number)[1]


waiting = {}
sessions = {"begun": 0, "ended": 0}


def content(text, **members):
    return {"content": [{"type": "text", "text": text}], **members}


def call(exchange):
    name, arguments = exchange.params["name"], exchange.params.get("arguments", {})
    if name == "echo":
        token = exchange.params.get("_meta", {}).get("progressToken")
        exchange.notify("notifications/progress", {"progressToken": token, "progress": 1, "total": 2, "message": "half\x1b[2J"})
        exchange.notify("notifications/message", {"level": "info", "logger": "log", "data": "a line\x1b[2J"})
        return content(json.dumps(arguments))
    if name == "contents":
        token = exchange.params.get("_meta", {}).get("progressToken")
        exchange.notify("notifications/progress", {"progressToken": token, "progress": "\u009b2J\u202e"})
        if not options.http:
            sys.stderr.buffer.write("stderr \x1b[2J\u202e\n".encode())
            sys.stderr.buffer.flush()
        parts = [
            {"type": "text", "text": "plain \x1b]0;title\x07"},
            {"type": "image", "mimeType": "image/png", "data": "AAAA"},
            {"type": "resource_link", "name": "link", "uri": "test://text"},
            {"type": "hologram"},
        ]
        return {"content": parts, "structuredContent": {"big": 12345678901234567890}}
    if name == "fail":
        return content("it broke", isError=True)
    if name == "refuse":
        raise Failure("no \x1b[31mthanks")
    if name == "large":
        return content("x" * (20 << 20))
    if name in QUESTIONS:
        answer = None if STATELESS and "always" in arguments else exchange.ask(name)
        if answer is None:
            method, params = QUESTIONS[name]
            asked = {"q": {"method": method, "params": params}}
            return {"resultType": "input_required", "inputRequests": asked, "requestState": "é \\ state"}
        return content(json.dumps(answer))
    raise Failure(f"no tool {name}")


def result(exchange):
    method, params = exchange.message["method"], exchange.params
    if method == "initialize" and not STATELESS:
        capabilities = {"tools": {}, "resources": {}, "prompts": {}, "logging": {}}
        info = {"name": "features", "version": "1"}
        return {"protocolVersion": options.revision, "capabilities": capabilities, "serverInfo": info}
    if method == "server/discover" and STATELESS:
        return {"supportedVersions": [options.revision], "capabilities": {"tools": {}}}
    if method == "tools/list":
        page = int(params.get("cursor", "0"))
        more = {"nextCursor": str(page + 1)} if page + 1 < len(PAGES) else LAST
        return {"tools": PAGES[page], **more}
    if method == "tools/call":
        return call(exchange)
    if method == "resources/list":
        return {"resources": [{"uri": uri, "name": uri.partition("//")[2]} for uri in RESOURCES], **LAST}
    if method == "resources/templates/list":
        return {"resourceTemplates": [{"uriTemplate": "test://{x}", "name": "any"}]}
    if method == "resources/read":
        if params["uri"] not in RESOURCES:
            raise Failure("no such resource")
        return {"contents": RESOURCES[params["uri"]]}
    if method == "prompts/list":
        arguments = [{"name": "city", "required": True}, {"name": "mood", "description": "The mood"}]
        return {"prompts": [{"name": "trip", "description": "A trip", "arguments": arguments}], **LAST}
    if method == "prompts/get":
        if "city" not in params.get("arguments", {}):
            raise Failure("city is missing")
        text = {"type": "text", "text": f"To {params['arguments']['city']}!"}
        return {"messages": [{"role": "user", "content": text}]}
    if method == "completion/complete":
        typed, known = params["argument"]["value"], params.get("context", {}).get("arguments", {})
        found = ["Oslo"] if params["ref"]["type"] == "ref/prompt" else [typed + "".join(known.values())]
        return {"completion": {"values": [value for value in found if value.startswith(typed)]}}
    if method in ("ping", "logging/setLevel"):
        return {}
    return None


def handle(message, send):
    """Handles a message: a request gets its response by `send`."""
    if "method" not in message:
        if message["id"] in waiting:
            waiting[message["id"]][1] = message.get("result", message.get("error"))
            waiting[message["id"]][0].set()
    elif "id" in message:
        try:
            value = result(Exchange(message, send))
            if value is None:
                send({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
            else:
                send({"id": message["id"], "result": value})
        except Failure as failure:
            send({"id": message["id"], "error": {"code": -32602, "message": str(failure)}})


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, headers, body=b""):
        self.send_response(status)
        for name, value in {"content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def is_refused(self):
        if options.authorization in (None, self.headers.get("authorization")):
            return False
        self.answer(401, {"www-authenticate": 'Bearer realm="features"'})
        return True

    def do_GET(self):
        if self.path == "/.well-known/oauth-protected-resource":
            document = {"authorization_servers": ["https://issuer.example"], "scopes_supported": ["read"]}
            self.answer(200, {"content-type": "application/json"}, json.dumps(document).encode())
        elif self.path == "/page":
            self.answer(200, {"content-type": "text/html"}, b"<p>Hello</p>")
        elif self.path == "/sessions":
            self.answer(200, {}, f"{sessions['begun']} begun, {sessions['ended']} ended".encode())
        else:
            self.answer(405 if self.path == "/mcp" else 404, {})

    def do_DELETE(self):
        sessions["ended"] += 1
        self.answer(200, {})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path == "/page":
            return self.answer(200, {"content-type": "text/html"}, b"<p>Hello</p>")
        if self.path == "/moved":
            return self.answer(307, {"location": "https://other.example/mcp"})
        if self.path != "/mcp":
            return self.answer(404, {})
        if self.is_refused():
            return None
        message = json.loads(body)
        if not STATELESS and message.get("method") != "initialize" and "mcp-session-id" not in self.headers:
            return self.answer(400, {})
        if "method" not in message or "id" not in message:
            handle(message, None)
            return self.answer(202, {})
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        if message["method"] == "initialize":
            sessions["begun"] += 1
            self.send_header("mcp-session-id", "the-session")
        self.end_headers()
        return handle(message, lambda reply: self.event(reply))

    def event(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message})
        self.wfile.write(f"event: message\ndata: {text}\n\n".encode())
        self.wfile.flush()


lock = threading.Lock()


def send_line(message):
    line = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n"
    with lock:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


if options.http:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
else:
    for line in sys.stdin:
        threading.Thread(target=handle, args=[json.loads(line), send_line], daemon=True).start()
