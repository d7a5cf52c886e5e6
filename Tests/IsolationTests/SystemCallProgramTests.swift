// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// The kernel's evaluation of the filter.
struct SystemCallProgramTests {
  private static let none = UInt64(bitPattern: -1)

  private static func call(_ name: String, _ arguments: UInt64...) -> FilteredThread.Call {
    FilteredThread.Call(name, arguments)
  }

  /// Whether the architecture has the call; other calls cannot be tested.
  private static func exists(_ name: String) -> Bool { reviewbot_system_call_number(name) >= 0 }

  private func results(_ calls: [FilteredThread.Call], memoryIsLimited: Bool = false) async throws -> [Int] {
    let program = try SystemCallProgram(.sandbox(memoryIsLimited: memoryIsLimited))
    return try await FilteredThread.results(of: calls, under: program)
  }

  @Test func `each policy lists exactly the known system calls, each of them once`() {
    let known = (0..<reviewbot_known_system_calls()).compactMap { index in
      reviewbot_system_call_name(index).map { String(cString: $0) }
    }
    for policy in [SystemCallPolicy.sandbox(memoryIsLimited: false), .sandbox(memoryIsLimited: true), .reviewbot] {
      #expect(policy.rules.flatMap(\.names).sorted() == known.sorted())
    }
  }

  @Test func `calls that are refused for all arguments fail with the error in the policy`() async throws {
    let policy = SystemCallPolicy.sandbox(memoryIsLimited: false)
    var calls: [(name: String, error: Int32)] = []
    for rule in policy.rules {
      guard case .refused(let error) = rule.decision else { continue }
      calls += rule.names.filter(Self.exists).map { ($0, error) }
    }
    // Without the filter this call could shut down the host, so all its arguments are invalid.
    let results = try await results(calls.map { FilteredThread.Call($0.name, Array(repeating: Self.none, count: 6)) })
    for (call, result) in zip(calls, results) { #expect(result == -Int(call.error), "\(call.name)") }
    #expect(calls.count > 80)
  }

  @Test(arguments: [
    "ptrace", "process_vm_readv", "pidfd_getfd", "kcmp", "move_pages", "name_to_handle_at", "fspick",
    "open_by_handle_at", "fsconfig", "open_tree", "kexec_file_load", "clock_settime", "adjtimex", "quotactl_fd",
    "keyctl", "bpf",
    "perf_event_open", "unshare", "setns", "mount",
  ]) func `a refused system call fails with EPERM`(name: String) async throws {
    #expect(try await results([Self.call(name, Self.none, Self.none, Self.none)]) == [-Int(EPERM)])
  }

  @Test(arguments: [
    "openat2", "clone3", "io_uring_setup", "io_uring_enter", "userfaultfd", "memfd_create", "memfd_secret", "statmount",
    "listmount", "shmget", "io_setup",
  ]) func `a hidden system call fails with ENOSYS`(name: String) async throws {
    #expect(try await results([Self.call(name, Self.none, Self.none, Self.none)]) == [-Int(ENOSYS)])
  }

  /// `ENOSYS` instead of the `EPERM` of a known call, so that libraries use a fallback as on an older kernel.
  @Test func `unknown system calls and those of x32 fail with ENOSYS`() async throws {
    let calls = [471, 500, 4095, 0x4000_0000, 0x4000_0027, -1].map { FilteredThread.Call(number: $0, []) }
    #expect(try await results(calls) == Array(repeating: -Int(ENOSYS), count: calls.count))
  }

  @Test func `memfd_create and shmget are allowed only where the kernel limits memory`() async throws {
    // The flags are invalid: the error shows whether the call was allowed.
    let calls = [Self.call("memfd_create", 0, Self.none), Self.call("shmget", Self.none, 0, 0)]
    #expect(try await results(calls, memoryIsLimited: false) == [-Int(ENOSYS), -Int(ENOSYS)])
    #expect(try await results(calls, memoryIsLimited: true) == [-Int(EINVAL), -Int(ENOENT)])
  }

  // MARK: - Arguments

  @Test func `setuid bits, setgid bits and devices are refused when files are created or changed`() async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("file", "x")
      let path = try #require(strdup(file.string))
      let new = try #require(strdup(folder.path.appending("new").string))
      defer {
        free(path)
        free(new)
      }
      let here = UInt64(bitPattern: Int64(AT_FDCWD))
      let old = UInt64(UInt(bitPattern: path))
      let made = UInt64(UInt(bitPattern: new))
      let descriptor = UInt64(open(file.string, O_RDONLY))
      defer { close(Int32(descriptor)) }
      let create = UInt64(O_CREAT | O_WRONLY | O_EXCL)
      let temporary = UInt64(0o20_000_000) | UInt64(O_DIRECTORY | O_WRONLY)
      let modes: [UInt64] = [0o4755, 0o2755, 0o6755, 0o7777, 0x1234_0000_0000 | 0o4755]
      for bits in modes {
        var calls = [
          Self.call("fchmod", descriptor, bits), Self.call("fchmodat", here, old, bits),
          Self.call("fchmodat2", here, old, bits, 0), Self.call("mkdirat", here, made, bits),
          Self.call("mknodat", here, made, bits, 0), Self.call("openat", here, made, create, bits),
          Self.call("openat", here, made, temporary, bits),
        ]
        if Self.exists("chmod") {
          calls += [
            Self.call("chmod", old, bits), Self.call("creat", made, bits), Self.call("mkdir", made, bits),
            Self.call("mknod", made, bits, 0), Self.call("open", made, create, bits),
          ]
        }
        #expect(try await results(calls).allSatisfy { $0 == -Int(EPERM) }, "\(String(bits, radix: 8))")
      }
      let allowed = [
        Self.call("fchmod", descriptor, 0o1755), Self.call("fchmodat", here, old, 0o644),
        Self.call("mknodat", here, made, 0o10_644, 0),
        // Nothing is created, so the argument is not a mode.
        Self.call("openat", here, old, UInt64(O_RDONLY), 0o6000),
        Self.call("openat", here, old, UInt64(O_RDONLY | O_DIRECTORY), 0o6000),
      ]
      let results = try await results(allowed)
      #expect(Array(results[..<3]) == [0, 0, 0])
      #expect(results[3] >= 0)
      #expect(results[4] == -Int(ENOTDIR))
      if results[3] >= 0 { close(Int32(results[3])) }
      // Devices, for which root needs no more than this call.
      for kind in [UInt64(0o20_000), 0o60_000, 0o40_000, 0o120_000] {
        #expect(try await self.results([Self.call("mknodat", here, made, kind | 0o644, 0x103)]) == [-Int(EPERM)])
      }
    }
  }

  @Test func `only local, TCP, UDP and netlink route sockets can be created`() async throws {
    let (stream, datagram, raw, packets) = (UInt64(1), UInt64(2), UInt64(3), UInt64(5))
    let closing = UInt64(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let families = (UInt64(AF_UNIX), UInt64(AF_INET), UInt64(AF_INET6), UInt64(AF_NETLINK))
    let allowed = [
      Self.call("socket", families.0, stream | closing, 0), Self.call("socket", families.0, packets, 0),
      Self.call("socket", families.1, stream, 0), Self.call("socket", families.1, stream | closing, 6),
      Self.call("socket", families.1, datagram, 17), Self.call("socket", families.3, raw | closing, 0),
      // The kernel ignores the upper half.
      Self.call("socket", 0xffff_ffff_0000_0000 | families.1, stream, 0),
    ]
    for descriptor in try await results(allowed) {
      #expect(descriptor >= 0)
      if descriptor >= 0 { close(Int32(descriptor)) }
    }
    // Without IPv6 in the kernel, its own error is the same.
    let vsock = UInt64(40)
    let refused = [
      Self.call("socket", vsock, stream, 0), Self.call("socket", 0xffff_ffff_0000_0000 | vsock, stream, 0),
      Self.call("socket", 38, packets, 0), Self.call("socket", 17, raw, 0x300), Self.call("socket", 44, raw, 0),
      Self.call("socket", 29, raw, 1), Self.call("socket", 31, raw, 1), Self.call("socket", 30, stream, 0),
      Self.call("socket", families.3, raw, 9), Self.call("socket", families.3, raw, 12),
      Self.call("socket", families.3, raw, 16), Self.call("socket", families.1, stream, 262),
      Self.call("socket", families.1, stream, 132), Self.call("socket", families.1, raw, 1),
      Self.call("socket", families.1, packets, 0), Self.call("socket", families.1, 6, 0),
      Self.call("socketpair", vsock, stream, 0, 0), Self.call("socketpair", 30, stream, 0, 0),
    ]
    #expect(try await results(refused) == Array(repeating: -Int(EAFNOSUPPORT), count: refused.count))
  }

  @Test func `clone with flags for new namespaces is refused`() async throws {
    // Mount, control group, host name, IPC, user, process, network.
    let flags: [UInt64] = [
      0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000, 0x1002_0011,
    ]
    let calls = flags.map { Self.call("clone", $0, 0, 0, 0, 0) }
    #expect(try await results(calls) == Array(repeating: -Int(EPERM), count: flags.count))
    // Threads share memory: without that flag the kernel reports invalid arguments, so the filter allowed the call.
    #expect(try await results([Self.call("clone", 0x1_0000, 0, 0, 0, 0)]) == [-Int(EINVAL)])
  }

  @Test func `ioctl requests that type into a terminal are refused, with any upper half`() async throws {
    let requests: [UInt64] = [0x5412, 0x541c, 0x5423, 0x1_0000_5412, 0xffff_ffff_0000_541c]
    let refused = requests.map { Self.call("ioctl", Self.none, $0, 0) }
    #expect(try await results(refused) == Array(repeating: -Int(EPERM), count: refused.count))
    // TCGETS, TIOCGWINSZ, FIONREAD and numbers next to refused ones.
    let allowed: [UInt64] = [0x5401, 0x5413, 0x541b, 0x5411, 0x541d, 0x5422, 0x5424, 0x8000_5412, 0x4004_9409]
    let results = try await results(allowed.map { Self.call("ioctl", Self.none, $0, 0) })
    #expect(results == Array(repeating: -Int(EBADF), count: allowed.count))
  }

  @Test func `personality allows only Linux, with or without address randomization`() async throws {
    let calls = [0xffff_ffff, 0x4_0000, 0, UInt64.max, 8, 0x2_0000, 0x40_0000, 0x4_0008, 0x20_0000]
    let results = try await results(calls.map { Self.call("personality", $0) })
    #expect(results[1..<4].allSatisfy { $0 >= 0 } && results[0] >= 0)
    #expect(results[4...].allSatisfy { $0 == -Int(EPERM) })
  }
}
