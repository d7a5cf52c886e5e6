// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Serves the repositories of a folder over smart HTTP, with `git http-backend` behind a small server in Python.
struct GitServer {
  private let process = Process()
  private let input = Pipe()
  let url: String

  init(folder: URL) throws {
    let script = folder.appendingPathComponent("server.py")
    try Data(Self.script.utf8).write(to: script)
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path, folder.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      kill(process.processIdentifier, SIGKILL)
      throw Failure("the server of repositories did not start: it needs python3")
    }
    url = "http://127.0.0.1:\(port)"
  }

  func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Forwards the backend's output as it arrives, so that a client can process it at the same time. Exits when its
  /// standard input ends.
  private static let script = #"""
    import gzip, os, shutil, subprocess, sys, threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    from urllib.parse import urlsplit

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *arguments): pass
        def serve(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.headers.get("Transfer-Encoding") == "chunked":
                while length := int(self.rfile.readline(), 16):
                    body += self.rfile.read(length)
                    self.rfile.readline()
                self.rfile.readline()
            url = urlsplit(self.path)
            environment = {
                "PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_PROJECT_ROOT": sys.argv[1], "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": url.path,
                "QUERY_STRING": url.query, "REQUEST_METHOD": self.command, "REMOTE_ADDR": "127.0.0.1",
                "CONTENT_TYPE": self.headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            }
            backend = subprocess.Popen(
                ["git", "http-backend"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
            backend.stdin.write(body)
            backend.stdin.close()
            headers = {}
            while line := backend.stdout.readline().strip():
                name, value = line.decode().split(": ", 1)
                headers[name] = value
            self.send_response(int(headers.pop("Status", "200").split()[0]))
            for name, value in headers.items(): self.send_header(name, value)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            while part := backend.stdout.read1(65536):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.write(b"0\r\n\r\n")
            backend.wait()
        do_GET = do_POST = serve

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    server.serve_forever()
    """#
}
