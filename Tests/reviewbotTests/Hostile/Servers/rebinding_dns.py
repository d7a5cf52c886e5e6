# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""A name server whose answers alternate between a public and a loopback address, and a server at each of them.

  rebinding_dns.py LOG PUBLIC    logs `asked`, and `public` or `private` for each connection
"""

import socket
import struct
import sys
import threading

log = open(sys.argv[1], "a", buffering=1)
public, private = sys.argv[2], "127.0.0.1"
A = 1


def answer(query, count):
    """Returns a response with one address and a lifetime of zero; without an address to other questions than A."""
    end = query.index(b"\0", 12) + 5
    (kind,) = struct.unpack(">H", query[end - 4:end - 2])
    addresses = [private if count % 2 else public] if kind == A else []
    header = query[:2] + struct.pack(">HHHHH", 0x8180, 1, len(addresses), 0, 0)
    records = b"".join(b"\xc0\x0c" + struct.pack(">HHIH", A, 1, 0, 4) + socket.inet_aton(a) for a in addresses)
    return header + query[12:end] + records, bool(addresses)


def accept(address, name):
    server = socket.create_server((address, 443))
    while True:
        connection, _ = server.accept()
        log.write(name + "\n")
        connection.close()


for arguments in ((public, "public"), (private, "private")):
    threading.Thread(target=accept, args=arguments, daemon=True).start()
names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
names.bind((private, 53))
log.write("ready\n")
count = 0
while True:
    query, sender = names.recvfrom(512)
    response, isAnswered = answer(query, count)
    if isAnswered:
        log.write("asked\n")
        count += 1
    names.sendto(response, sender)
