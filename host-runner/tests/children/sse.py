"""An MCP server over HTTP+SSE of 2024-11-05 for the tests. Prints its port.

    sse.py [--endpoint URL] [--redirect STATUS]

GET /sse opens the stream, whose first event names the endpoint for messages. With --redirect, the address /mcp
redirects to /sse, and the endpoint to another path.
"""

import argparse
import json
import queue
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

parser = argparse.ArgumentParser()
parser.add_argument("--endpoint", default="/messages?session=")
parser.add_argument("--redirect", type=int, default=0)
options = parser.parse_args()
streams = {}


def answer(request, stream):
    method, params = request.get("method"), request.get("params", {})
    if method == "initialize":
        assert params["protocolVersion"], params
        result = {"protocolVersion": "2024-11-05", "capabilities": {"tools": {}}, "serverInfo": {"name": "sse", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in ["echo", "progress", "hang-up"]]}
    elif method == "tools/call" and params["name"] == "progress":
        token = params["_meta"]["progressToken"]
        for step in range(3):
            stream.put({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": token, "progress": step}})
        result = {"content": [{"type": "text", "text": "done"}]}
    elif method == "tools/call" and params["name"] == "hang-up":
        stream.put(None)
        return
    elif method == "tools/call":
        result = {"content": [{"type": "text", "text": json.dumps(params.get("arguments"))}]}
    else:
        stream.put({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": "no such method"}})
        return
    stream.put({"jsonrpc": "2.0", "id": request["id"], "result": result})


class Handler(BaseHTTPRequestHandler):
    def redirect(self, location):
        self.send_response(options.redirect)
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def refuse(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        if options.redirect and self.path == "/mcp":
            return self.redirect("/sse")
        if self.path != "/sse":
            return self.refuse(404)
        number, stream = str(len(streams)), queue.Queue()
        streams[number] = stream
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        endpoint = options.endpoint + number if options.endpoint.endswith("=") else options.endpoint
        self.wfile.write(f": hello\n\nevent: endpoint\ndata: {endpoint}\n\n".encode())
        while (message := stream.get()) is not None:
            self.wfile.write(f"event: message\ndata: {json.dumps(message)}\n\n".encode())

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path, _, number = self.path.partition("?session=")
        if options.redirect and path == "/messages":
            return self.redirect(f"/moved?session={number}")
        if path != ("/moved" if options.redirect else "/messages") or number not in streams:
            return self.refuse(404)
        message = json.loads(body)
        self.refuse(202)
        if "id" in message and "method" in message:
            answer(message, streams[number])

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
