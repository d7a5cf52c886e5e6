# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""A git server on the loopback interface that serves one repository with a defect.

usage: hostile_git.py KIND

Prints its port. It answers libgit2's requests over smart HTTP (protocol version 0) and stores nothing.
"""

import hashlib
import struct
import sys
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT, TREE, BLOB, TAG, OFFSET_DELTA, REFERENCE_DELTA = 1, 2, 3, 4, 6, 7
NAMES = {COMMIT: b"commit", TREE: b"tree", BLOB: b"blob", TAG: b"tag"}


def identifier(kind, content):
    return hashlib.sha1(NAMES[kind] + b" %d\0" % len(content) + content).digest()


def head(kind, size):
    """Encodes the type and the size of an object in a pack."""
    byte, size = kind << 4 | size & 15, size >> 4
    result = b""
    while size:
        result += bytes([byte | 0x80])
        byte, size = size & 0x7F, size >> 7
    return result + bytes([byte])


def number(value):
    """Encodes a size in a delta."""
    result = b""
    while value > 0x7F:
        result += bytes([value & 0x7F | 0x80])
        value >>= 7
    return result + bytes([value])


def back(value):
    """Encodes the distance of a delta to its base."""
    result = [value & 0x7F]
    while value > 0x7F:
        value = (value >> 7) - 1
        result.append(value & 0x7F | 0x80)
    return bytes(reversed(result))


class Pack:
    def __init__(self):
        self.objects, self.bytes = 0, b""

    def add(self, kind, content, size=None, between=b"", stream=None):
        """Adds an object, and returns its identifier."""
        self.objects += 1
        data = zlib.compress(content) if stream is None else stream
        self.bytes += head(kind, len(content) if size is None else size) + between + data
        return identifier(kind, content) if kind in NAMES else None

    def finish(self, count=None):
        data = b"PACK" + struct.pack(">II", 2, self.objects if count is None else count) + self.bytes
        return data + hashlib.sha1(data).digest()


def commit(tree, parents=()):
    lines = b"tree %s\n" % tree.hex().encode() + b"".join(b"parent %s\n" % parent.hex().encode() for parent in parents)
    return lines + b"author a <a@b> 1767225600 +0000\ncommitter a <a@b> 1767225600 +0000\n\nx\n"


def repository(kind):
    """Returns the pack, and the commits of the base branch and the pull request."""
    pack = Pack()
    first = pack.add(BLOB, b"// swift-tools-version: 6.0\n")
    good = b"100644 README\0" + first
    base = pack.add(COMMIT, commit(pack.add(TREE, good)))
    good += b"100644 a\0" + pack.add(BLOB, b"changed\n")
    entries, trailing, count = good, b"", None
    if kind == "wrong-count":
        count = 0xFFFFFFFF
    elif kind == "huge-object":
        pack.add(BLOB, b"x", size=1 << 50)
    elif kind == "more-than-it-says":
        pack.add(BLOB, b"\0" * (64 << 20), size=10)
    elif kind == "less-than-it-says":
        pack.add(BLOB, b"x", size=1 << 30)
    elif kind == "no-stream":
        pack.add(BLOB, b"x", stream=b"\xff" * 64)
    elif kind == "no-such-type":
        pack.add(5, b"x")
    elif kind == "base-missing":
        pack.add(REFERENCE_DELTA, number(1) + number(1) + b"\x01x", between=b"\x11" * 20)
    elif kind == "base-before-the-pack":
        pack.add(OFFSET_DELTA, number(1) + number(1) + b"\x01x", between=back(1 << 40))
    elif kind == "base-is-itself":
        pack.add(OFFSET_DELTA, number(1) + number(1) + b"\x01x", between=back(0))
    elif kind == "huge-delta":
        pack.add(REFERENCE_DELTA, number(28) + number(1 << 50) + b"\x01x", between=first)
    elif kind == "copies-past-the-base":
        pack.add(REFERENCE_DELTA, number(28) + number(1 << 16) + b"\xff\xff\xff\xff\x7f\xff\xff\x00", between=first)
    elif kind == "copies-without-end":
        # Some kilobytes that expand to many gigabytes: each delta has the maximum length of libgit2, and the previous one as its base.
        size, copies = (1 << 24) - 1, b"\xf0\xff\xff\xff" * 64
        zeros = pack.add(BLOB, b"\0" * size)
        start = len(pack.bytes)
        pack.add(REFERENCE_DELTA, number(size) + number(size * 64) + copies, between=zeros)
        for _ in range(5):
            next_start = len(pack.bytes)
            pack.add(OFFSET_DELTA, number(size * 64) + number(size * 64) + copies, between=back(next_start - start))
            start = next_start
    elif kind == "long-chain":
        offset = len(pack.bytes)
        pack.add(BLOB, b"0" * 64)
        for step in range(100_000):
            start = len(pack.bytes)
            pack.add(OFFSET_DELTA, number(64) + number(64) + b"\x90\x3f\x01" + bytes([33 + step % 90]), between=back(start - offset))
            offset = start
    elif kind == "tree-is-missing":
        entries = None
    elif kind == "tree-is-a-blob":
        entries = False
    elif kind == "tree-without-end":
        entries = good + b"100644 cut"
    elif kind == "tree-without-names":
        entries = b"100644 \0" + first + b"40000 \0" + first
    elif kind == "tree-with-wild-modes":
        entries = b"7777777777777777777777 a\0" + first + b"0 b\0" + first + good
    elif kind == "blob-is-missing":
        entries = b"100644 A.swift\0" + b"\x22" * 20 + good
    elif kind == "link-is-endless":
        entries = good + b"120000 link\0" + pack.add(BLOB, b"a/" * (8 << 20))
    elif kind == "large-blob":
        # More than 2 GiB of zeros.
        compressor, stream, digest = zlib.compressobj(1), b"", hashlib.sha1(b"blob %d\0" % (2200 << 20))
        zeros = b"\0" * (1 << 20)
        for _ in range(2200):
            stream += compressor.compress(zeros)
            digest.update(zeros)
        pack.add(BLOB, b"", size=2200 << 20, stream=stream + compressor.flush())
        entries = good + b"100644 large\0" + digest.digest()
    elif kind == "trailing-bytes":
        trailing = b"\0" * 4096
    if entries is None:
        tree = b"\x33" * 20
    elif entries is False:
        tree = first
    else:
        tree = pack.add(TREE, entries)
    if kind == "commit-is-empty":
        tip = pack.add(COMMIT, b"")
    elif kind == "commit-without-end":
        tip = pack.add(COMMIT, b"tree " + b"a" * (4 << 20))
    elif kind == "parents-without-end":
        tip = pack.add(COMMIT, commit(tree, [base] * 100_000))
    elif kind == "parent-is-missing":
        tip = pack.add(COMMIT, commit(tree, [b"\x44" * 20]))
    elif kind == "tag-of-a-tag":
        tip = pack.add(COMMIT, commit(tree, [base]))
        for _ in range(2000):
            of = b"commit" if _ == 0 else b"tag"
            tip = pack.add(TAG, b"object %s\ntype %s\ntag x\ntagger a <a@b> 1767225600 +0000\n\nx\n" % (tip.hex().encode(), of))
    else:
        tip = pack.add(COMMIT, commit(tree, [base]))
    data = pack.finish(count)
    if kind == "cut-short":
        data = data[: len(data) // 2]
    elif kind == "wrong-sum":
        data = data[:-1] + bytes([data[-1] ^ 1])
    elif kind == "wrong-version":
        data = b"PACK" + struct.pack(">I", 77) + data[8:]
    elif kind == "no-pack":
        data = b"<html>" * 1000
    elif kind == "empty":
        data = b""
    return data + trailing, base, tip


def line(data):
    return b"%04x" % (len(data) + 4) + data


KIND = sys.argv[1]
DATA, BASE, TIP = repository(KIND)


def advertisement():
    names = [(b"HEAD", BASE), (b"refs/heads/main", BASE)]
    if KIND == "hostile-names":
        names += [(name, TIP) for name in [
            b"refs/heads/../../../../../tmp/taken", b"refs/heads/a\x1b[31m", b"refs/heads/-x", b"/etc/passwd", b"refs/heads/a.lock",
            b"refs/heads/" + b"a/" * 2000 + b"b", b"refs/heads/\xff\xfe", b"refs/pull/1/head/../../../x"]]
    if KIND == "many-names":
        names += [(b"refs/heads/%d" % index, BASE) for index in range(300_000)]
    names.append((b"refs/pull/1/head", TIP))
    lines = []
    for index, (name, value) in enumerate(names):
        capabilities = b"\0ofs-delta symref=HEAD:refs/heads/main" if index == 0 else b""
        lines.append(line(value.hex().encode() + b" " + name + capabilities + b"\n"))
    if KIND == "wrong-lines":
        lines.insert(1, b"zzzz")
    return line(b"# service=git-upload-pack\n") + b"0000" + b"".join(lines) + b"0000"


class Handler(BaseHTTPRequestHandler):
    def answer(self, kind, data):
        self.send_response(200)
        self.send_header("Content-Type", "application/x-git-upload-pack-" + kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        try:
            self.wfile.write(data)
        except OSError:
            pass

    def do_GET(self):
        self.answer("advertisement", advertisement())

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.answer("result", line(b"NAK\n") + DATA)

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
