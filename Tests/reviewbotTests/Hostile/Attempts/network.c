// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "attempts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Returns whether a packet can be sent: a refusal is immediate, and a missing response counts as a success.
static int leaves(int family, int type, const char *host, int port) {
  int descriptor = socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return 0;
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  inet_pton(family, host, family == AF_INET ? (void *)&four.sin_addr : (void *)&six.sin6_addr);
  const struct sockaddr *address = family == AF_INET ? (const void *)&four : (const void *)&six;
  socklen_t size = family == AF_INET ? sizeof four : sizeof six;
  int result = 0;
  if (type == SOCK_DGRAM) {
    result = sendto(descriptor, "x", 1, 0, address, size) == 1;
  } else if (connect(descriptor, address, size) == 0) {
    result = 1;
  } else if (errno == EINPROGRESS) {
    struct pollfd place = {.fd = descriptor, .events = POLLOUT};
    result = poll(&place, 1, 200) <= 0 || !(place.revents & POLLERR);
  }
  close(descriptor);
  return result;
}

static int loopback(void) {
  return leaves(AF_INET, SOCK_STREAM, "127.0.0.1", OUTSIDE_PORT) || leaves(AF_INET, SOCK_STREAM, "0.0.0.0", OUTSIDE_PORT) ||
         leaves(AF_INET6, SOCK_STREAM, "::1", OUTSIDE_PORT) || leaves(AF_INET6, SOCK_STREAM, "::ffff:127.0.0.1", OUTSIDE_PORT);
}
static int metadata(void) {
  return leaves(AF_INET, SOCK_STREAM, "169.254.169.254", 80) || leaves(AF_INET6, SOCK_STREAM, "fd00:ec2::254", 80);
}
static int private_network(void) {
  return leaves(AF_INET, SOCK_STREAM, "10.0.0.1", 80) || leaves(AF_INET, SOCK_STREAM, "192.168.0.1", 80) ||
         leaves(AF_INET, SOCK_STREAM, "172.17.0.1", 2375);
}
// An address reserved for documentation (RFC 5737).
static int internet(void) { return leaves(AF_INET, SOCK_STREAM, "192.0.2.1", 443) || leaves(AF_INET6, SOCK_STREAM, "2001:db8::1", 443); }
static int datagrams(void) { return leaves(AF_INET, SOCK_DGRAM, "192.0.2.1", 53) || leaves(AF_INET, SOCK_DGRAM, "224.0.0.251", 5353); }

static int connects(const char *name, int length) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, name, length);
  int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET}, result = 0;
  for (int index = 0; index < 3 && !result; index++) {
    int descriptor = socket(AF_UNIX, types[index] | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    result = descriptor >= 0 && connect(descriptor, (void *)&address, offsetof(struct sockaddr_un, sun_path) + length) == 0;
    if (descriptor >= 0) close(descriptor);
  }
  return result;
}

static int abstract(void) {
  char name[100];
  int length = snprintf(name + 1, 90, "reviewbot-%d", OUTSIDE_PORT);
  name[0] = 0;
  return connects(name, length + 1);
}
static int abstract_names(void) {
  static char text[1 << 20];
  return contents("/proc/net/unix", text, sizeof text) > 0 && strstr(text, "@reviewbot-") != NULL;
}
static int services(void) {
  const char *paths[] = {"/run/dbus/system_bus_socket", "/var/run/docker.sock", "/run/docker.sock", "/run/podman/podman.sock",
                         "/run/containerd/containerd.sock", "/run/systemd/private", "/run/systemd/journal/socket",
                         "/run/systemd/journal/stdout", "/run/systemd/notify", "/run/snapd.socket", "/run/user/1000/bus",
                         "/tmp/.X11-unix/X0", "/dev/log", "/run/udev/control", OUTSIDE "/socket"};
  for (int index = 0; index < 15; index++)
    if (connects(paths[index], (int)strlen(paths[index]))) return 1;
  const char *agent = getenv("SSH_AUTH_SOCK");
  return agent && strlen(agent) < 100 && connects(agent, (int)strlen(agent));
}
static int daemon_socket(void) { return access(STATE "/control.sock", F_OK) == 0 || access(STATE "/control", F_OK) == 0; }

static int opens_socket(int family, int type, int protocol) {
  int descriptor = socket(family, type | SOCK_CLOEXEC, protocol), pair[2];
  if (descriptor >= 0) close(descriptor);
  if (descriptor < 0 && socketpair(family, type, protocol, pair) == 0) {
    close(pair[0]);
    close(pair[1]);
    return 1;
  }
  return descriptor >= 0;
}

static int hypervisor(void) { return opens_socket(AF_VSOCK, SOCK_STREAM, 0) || opens_socket(AF_VSOCK, SOCK_DGRAM, 0); }
static int packets(void) {
  return opens_socket(AF_PACKET, SOCK_RAW, 0x0300) || opens_socket(AF_PACKET, SOCK_DGRAM, 0) || opens_socket(44, SOCK_RAW, 0);
}
static int raw(void) { return opens_socket(AF_INET, SOCK_RAW, 1) || opens_socket(AF_INET6, SOCK_RAW, 58) || opens_socket(AF_INET, SOCK_RAW, 255); }
static int cipher(void) { return opens_socket(AF_ALG, SOCK_SEQPACKET, 0); }
static int kernel_links(void) {
  for (int protocol = 1; protocol < 32; protocol++)
    if (opens_socket(AF_NETLINK, SOCK_RAW, protocol) || opens_socket(AF_NETLINK, SOCK_DGRAM, protocol)) return 1;
  return 0;
}
static int other_families(void) {
  int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET, SOCK_RDM, 10};
  for (int family = 0; family < 64; family++)
    for (int type = 0; type < 6; type++)
      if (family != AF_UNIX && family != AF_INET && family != AF_INET6 && family != AF_NETLINK &&
          opens_socket(family, types[type], 0))
        return 1;
  return 0;
}
static int other_protocols(void) {
  // SCTP, DCCP, UDP-Lite, MPTCP, IGMP and L2TP.
  int protocols[] = {132, 33, 136, 262, 2, 115};
  int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET, 6};
  for (int index = 0; index < 6; index++)
    for (int type = 0; type < 4; type++)
      if (opens_socket(AF_INET, types[type], protocols[index]) || opens_socket(AF_INET6, types[type], protocols[index])) return 1;
  return 0;
}

const struct attempt network_attempts[] = {
    {"connect to a service of the machine", loopback, always},
    {"ask the cloud who the machine is", metadata, never},
    {"connect to the private network", private_network, never},
    {"connect to the internet", internet, never},
    {"send datagrams", datagrams, never},
    {"connect to an abstract socket", abstract, always},
    {"see the names of abstract sockets", abstract_names, always},
    {"connect to D-Bus, to containers or to an agent", services, always},
    {"see the daemon's socket", daemon_socket, never},
    {"open a socket to the hypervisor", hypervisor, maybe},
    {"open a socket for whole packets", packets, as_root},
    {"open a raw socket", raw, as_root},
    {"open a socket of the kernel's ciphers", cipher, never},
    {"open a netlink socket past routes", kernel_links, always},
    {"open a socket of another family", other_families, never},
    {"open a socket of another protocol", other_protocols, never},
    {0},
};
