// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

/// Packages whose tests behave like those of real packages.
enum SwiftInside {
  /// The folder of the toolchain.
  static let toolchain: FilePath? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let program = folders.map { URL(fileURLWithPath: "\($0)/swift") }.first { access($0.path, X_OK) == 0 }
    return program.map { FilePath($0.resolvingSymlinksInPath().path).removingLastComponent().removingLastComponent() }
  }()

  /// The lines with which a script has to begin.
  static func environment(_ more: [String: String] = [:]) -> [String: String] {
    let folder = toolchain?.appending("bin").string ?? ""
    let own = [
      "PATH": "\(folder):/usr/bin:/bin", "HOME": "/box/source/home", "TMPDIR": "/box/source/home",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    return own.merging(more) { $1 }
  }

  static func write(in folder: ScratchDirectory) throws {
    try folder.write(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Inside",
        targets: [
          .target(name: "Inside"), .target(name: "Loop"),
          .testTarget(name: "InsideTests", dependencies: ["Inside", "Loop"]),
        ])

      """)
    try folder.write("Sources/Inside/Inside.swift", "public func twice(_ number: Int) -> Int { 2 * number }\n")
    try folder.write(
      "Sources/Loop/include/loop.h", "int echo_over_loopback(const char *text, char *received, int capacity);\n")
    try folder.write("Sources/Loop/loop.c", loop)
    try folder.write("Tests/InsideTests/InsideTests.swift", tests)
    _ = try folder.folder("home")
  }

  /// A server on the loopback interface, with the APIs that servers on Linux use. Returns the length of the answer.
  private static let loop = """
    #define _GNU_SOURCE
    #include "loop.h"
    #include <arpa/inet.h>
    #include <string.h>
    #include <sys/epoll.h>
    #include <sys/eventfd.h>
    #include <sys/socket.h>
    #include <sys/timerfd.h>
    #include <time.h>
    #include <unistd.h>
    int echo_over_loopback(const char *text, char *received, int capacity) {
      struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
      socklen_t length = sizeof(address);
      int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
      int events = epoll_create1(EPOLL_CLOEXEC), wakeup = eventfd(0, EFD_CLOEXEC);
      int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
      struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, ready;
      if (wakeup < 0 || timer < 0 || bind(listener, (struct sockaddr *)&address, length) < 0) return -1;
      if (listen(listener, 8) < 0 || getsockname(listener, (struct sockaddr *)&address, &length) < 0) return -2;
      if (epoll_ctl(events, EPOLL_CTL_ADD, listener, &event) < 0) return -3;
      int client = socket(AF_INET, SOCK_STREAM, 0);
      if (connect(client, (struct sockaddr *)&address, length) < 0) return -4;
      if (epoll_wait(events, &ready, 1, 60000) != 1 || ready.data.fd != listener) return -5;
      int server = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
      if (send(client, text, strlen(text), MSG_NOSIGNAL) < 0) return -6;
      int count = (int)recv(server, received, (size_t)capacity, 0);
      int all[] = {listener, events, wakeup, timer, client, server};
      for (int index = 0; index < 6; index++) close(all[index]);
      return count;
    }

    """

  private static let tests = """
    import Dispatch
    import Foundation
    import Inside
    import Loop
    import Testing
    import XCTest

    final class OldTests: XCTestCase {
      func testTwice() { XCTAssertEqual(twice(2), 4) }
      func testWaits() {
        let done = expectation(description: "done")
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { done.fulfill() }
        wait(for: [done], timeout: 60)
      }
    }

    struct NewTests {
      @Test func exits() async {
        await #expect(processExitsWith: .exitCode(3)) { exit(3) }
        await #expect(processExitsWith: .signal(SIGABRT)) { abort() }
      }
      @Test func serves() {
        var received = [CChar](repeating: 0, count: 16)
        #expect(echo_over_loopback("hello", &received, 16) == 5)
      }
      @Test func startsProcesses() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "echo out; exit 7"]
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 7)
        #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "out\\n")
      }
      @Test func writesFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("a")
        try Data("a".utf8).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent("b"))
        try FileManager.default.removeItem(at: folder)
      }
      @Test func runsTasks() async {
        let sum = await withTaskGroup(of: Int.self) { group in
          for number in 0..<100 { group.addTask { await Task.yield(); return number } }
          return await group.reduce(0, +)
        }
        #expect(sum == 4950)
      }
    }

    """

  // MARK: - SwiftNIO

  /// The git repositories of SwiftNIO's packages, by name: those that our own build fetched.
  static let repositories: [String: FilePath] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appendingPathComponent(".build/repositories").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let packages = ["swift-nio", "swift-atomics", "swift-collections", "swift-system"]
    let found = packages.compactMap { package in
      // SwiftPM appends eight digits to the name.
      names.first { $0.hasPrefix("\(package)-") && $0.utf8.count == package.utf8.count + 9 }
        .map { (package, FilePath("\(folder)/\($0)")) }
    }
    return found.count == packages.count ? Dictionary(uniqueKeysWithValues: found) : [:]
  }()

  static let servesPackages = "/box/packages"

  static func writeServer(in folder: ScratchDirectory) throws {
    try folder.write(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Server", dependencies: [.package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0")],
        targets: [
          .testTarget(
            name: "ServerTests",
            dependencies: [
              .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ])
        ])

      """)
    try folder.write(
      "home/.gitconfig",
      repositories.keys.sorted().map { name in
        "[url \"\(servesPackages)/\(name)\"]\n  insteadOf = https://github.com/apple/\(name).git\n"
      }.joined() + "[safe]\n  directory = *\n")
    try folder.write("Tests/ServerTests/ServerTests.swift", server)
  }

  private static let server = """
    import NIOCore
    import NIOPosix
    import Testing

    @Test func echoes() async throws {
      let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .bind(host: "127.0.0.1", port: 0) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(host: "localhost", port: server.channel.localAddress!.port!) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      try await server.executeThenClose { connections in
        for try await connection in connections {
          try await client.executeThenClose { answers, requests in
            try await requests.write(ByteBuffer(string: "hello"))
            try await connection.executeThenClose { received, sent in
              for try await buffer in received {
                try await sent.write(buffer)
                break
              }
            }
            for try await answer in answers {
              #expect(answer == ByteBuffer(string: "hello"))
              break
            }
          }
          break
        }
      }
    }

    """
}
