"""The explorer in Python's HTTP server. The program itself responds to all other requests."""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from wasmtime import WasmtimeError

from explorer import Explorer

MAX_BYTES = 8 << 20
SECONDS_PER_CALL = 120
MEMORY_BYTES = 512 << 20

explorer = Explorer("explorer.wasm", list(os.environ.items()), SECONDS_PER_CALL, MEMORY_BYTES)


class Handler(BaseHTTPRequestHandler):
    """A connection with its own instance, so that no call blocks another one or makes it fail."""

    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.explorer = explorer.instance()

    def do_GET(self):
        length = self.headers.get("content-length", "0")
        if not length.isdecimal() or "transfer-encoding" in self.headers:
            return self.refuse(411, "The request needs a content-length.")
        if int(length) > MAX_BYTES:
            return self.refuse(413, "The request is too large.")
        headers = [(name.lower(), value.encode("latin-1")) for name, value in self.headers.items()]
        try:
            response = self.explorer.handle(self.command, self.path, headers, self.rfile.read(int(length)))
        except WasmtimeError as error:
            self.log_error("%s", error)
            return self.refuse(500, "The component failed; see the server's log.")
        if response is None:
            return self.send_text(404, "This program has nothing here; see /explorer.")
        headers = [(name, value.decode("latin-1")) for name, value in response.headers]
        self.send(response.status, headers, response.body)

    do_DELETE = do_HEAD = do_OPTIONS = do_PATCH = do_POST = do_PUT = do_GET

    def refuse(self, status, reason):
        """Responds and closes the connection, because its request was not read or its instance has failed."""
        self.send_text(status, reason, ("connection", "close"))

    def send_text(self, status, text, *headers):
        body = f"{text}\n".encode()
        self.send(status, [("content-type", "text/plain"), ("content-length", str(len(body))), *headers], body)

    def send(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_request(self, code="-", size="-"):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Handler)
    print(f"http://127.0.0.1:{server.server_port}/explorer", flush=True)
    server.serve_forever()
