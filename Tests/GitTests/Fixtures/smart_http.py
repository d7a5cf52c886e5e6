# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors

"""Serves the git repositories of a folder over smart HTTP during a test.

Arguments: the folder, a log file with one line for each request, the password of the repositories (empty: none is
required) and, for TLS, a file with a certificate and, unless the same file contains it, a file with its key.
Prints its port. A path that starts with /redirect/HOST:PORT/ is redirected to that server; a path that starts with
/late-redirect/HOST:PORT/ only with the right password.
"""

import base64
import os
import ssl
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

ROOT, LOG, PASSWORD = sys.argv[1:4]
EXPECTED = {
    "Basic " + base64.b64encode(f"{user}:{PASSWORD}".encode()).decode() for user in ("x-access-token", "oauth2", "ada")
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, headers=(), body=b""):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding") == "chunked":
            while length := int(self.rfile.readline(), 16):
                body += self.rfile.read(length)
                self.rfile.readline()
            self.rfile.readline()
        url = urlsplit(self.path)
        authorization = self.headers.get("Authorization")
        with open(LOG, "a") as log:
            log.write(f"{self.command} {url.path} {authorization or 'anonymous'}\n")
        if PASSWORD and authorization not in EXPECTED and not url.path.startswith("/redirect/"):
            self.answer(401, [("WWW-Authenticate", 'Basic realm="git"')])
        elif url.path.startswith(("/redirect/", "/late-redirect/")):
            _, _, server, rest = self.path.split("/", 3)
            self.answer(302, [("Location", f"http://{server}/{rest}")])
        else:
            self.serve(url, body)

    def serve(self, url, body):
        environment = {
            "PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_PROJECT_ROOT": ROOT, "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": url.path,
            "QUERY_STRING": url.query, "REQUEST_METHOD": self.command, "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        done = subprocess.run(["git", "http-backend"], input=body, env=environment, capture_output=True)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = [tuple(line.split(": ", 1)) for line in head.decode().split("\r\n") if line]
        status = next((int(value.split()[0]) for name, value in headers if name == "Status"), 200)
        self.answer(status, [header for header in headers if header[0] != "Status"], content)

    do_GET = do_POST = handle_request


server = ThreadingHTTPServer(("0.0.0.0", 0), Handler)
if len(sys.argv) > 4:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*sys.argv[4:6])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
# The test holds the other end of the standard input: the server ends with the test, even if that is killed.
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()
