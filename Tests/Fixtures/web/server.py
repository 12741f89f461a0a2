"""Stands in for a server: answers as routes.json in a folder says, and keeps what it was asked.

server.py FOLDER [CERTIFICATE KEY CLIENTS]. The first line it writes is its port. A route is a path,
and with a PromQL query after a blank also that; see Route in WebServer.swift.
"""

import http.server
import json
import ssl
import sys
import urllib.parse

FOLDER = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers one connection."""

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        values = dict(urllib.parse.parse_qsl(address.query))
        request = {"path": address.path, "values": values, "headers": dict(self.headers.items())}
        with open(f"{FOLDER}/requests.txt", "a", encoding="utf-8") as file:
            file.write(json.dumps(request) + "\n")
        with open(f"{FOLDER}/routes.json", encoding="utf-8") as file:
            routes = json.load(file)
        route = routes.get(f"{address.path} {values.get('query', '')}".strip(), {"status": 404})
        if route.get("holds"):
            self.rfile.read()  # until it goes
            return
        self.send_response(route.get("status", 200))
        if "location" in route:
            self.send_header("Location", route["location"])
        self.end_headers()
        try:
            self.wfile.write(route.get("body", "").encode())
            while route.get("floods"):
                self.wfile.write(b" " * 65536)
        except OSError:
            pass

    def log_message(self, *_):
        """Nothing: what is written is for the test."""


class Server(http.server.ThreadingHTTPServer):
    """Connections that go wrong are the client's affair."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    if len(sys.argv) > 4:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(sys.argv[4])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
