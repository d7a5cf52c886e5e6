// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import JobQueue
import Logging
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewServer

struct ControlServerTests {
  private let queue = InMemoryQueue(clock: ManualClock())
  private let changed = Locked<[PullRequestReference?]>([])

  private func server(_ socket: FilePath) -> ControlServer {
    ControlServer(
      socket: socket, queue: queue, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      isConfigured: { scope in
        let repository = IntakeSamples.reference(1).repository
        return scope == .forge(repository.forge) || scope == .repository(repository)
      },
      check: { $0.number == 404 ? .missing : .exists },
      masked: { $0.replacing("s3cret", with: "***") },
      onChange: { pullRequest in changed.withLock { $0.append(pullRequest) } })
  }

  /// The path is short, because of the client: the server has no such limit.
  private func withControl(_ body: (String, ControlServer) async throws -> Void) async throws {
    let folder = "/tmp/rb-\(UUID().uuidString.prefix(8))"
    // The directory is temporary: an error has no effect.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withScratchDirectory { _ in
      let server = server(FilePath(folder + "/control"))
      let (listening, continuation) = AsyncStream<Void>.makeStream()
      let serving = Task { try await server.run { continuation.yield() } }
      _ = await listening.first { _ in true }
      try await body(folder + "/control", server)
      serving.cancel()
      try await serving.value
      #expect(!FileManager.default.fileExists(atPath: folder + "/control"))
    }
  }

  @Test func `jobs are cancelled and retried`() async throws {
    _ = try await queue.request(JobRequest(IntakeSamples.reference(1), head: IntakeSamples.commit(1)))
    try await withControl { path, _ in
      let client = try await PlainClient(socket: path)
      let cancelled = try await client.request("POST", "/jobs/1/cancel")
      #expect(cancelled.status == 200)
      #expect(cancelled.body == #"{"id":1,"state":"cancelled"}"#)
      #expect(try await client.request("POST", "/jobs/1/retry").body == #"{"id":1,"state":"queued"}"#)
      _ = try await queue.claim(by: "worker")
      let refused = try await client.request("POST", "/jobs/1/retry")
      #expect(refused.status == 409)
      #expect(refused.body.hasPrefix(#"{"error":""#))
      #expect(changed.withLock { $0 } == [IntakeSamples.reference(1), IntakeSamples.reference(1)])
    }
  }

  @Test func `repositories can be paused and resumed, and a pause records its user`() async throws {
    let repository = IntakeSamples.reference(1).repository
    let path = OperatorCommand.pause(.repository(repository)).path.joined(separator: "/")
    try await withControl { socket, _ in
      let client = try await PlainClient(socket: socket)
      #expect(try await client.request("POST", "/\(path)").status == 200)
      #expect(try await client.request("POST", "/pause").status == 200)
      #expect(try await queue.pauses().map(\.scope) == [.all, .repository(repository)])
      #expect(try await queue.pauses().allSatisfy { $0.author == "uid \(getuid())" })
      #expect(try await client.request("POST", "/resume").body == #"{"was_paused":true}"#)
      #expect(try await client.request("POST", "/resume").body == #"{"was_paused":false}"#)
      #expect(try await queue.pauses().map(\.scope) == [.repository(repository)])
    }
  }

  @Test func `a command is recorded with its person and a reason without secrets and control characters`() async throws
  {
    _ = try await queue.request(JobRequest(IntakeSamples.reference(1), head: IntakeSamples.commit(1)))
    try await withControl { socket, _ in
      let client = try await PlainClient(socket: socket)
      let long = String(repeating: "x", count: 300)
      let path = "/jobs/1/cancel?person=ada&reason=a%0Aloop%1B%5B31m%20s3cret%20\(long)"
      #expect(try await client.request("POST", path).status == 200)
      let record = try #require(try await queue.audit(of: ReviewJob.ID(1), limit: 10).first)
      #expect(record.attribution.person == "ada (uid \(getuid()))")
      #expect(record.attribution.reason == String("a loop [31m *** \(long)".prefix(OperatorText.longestReason)))
    }
  }

  @Test(arguments: ["/pause/elsewhere", "/pause/forge/other/one", "/pause/github/other/one"])
  func `a pause of an unknown name is refused`(path: String) async throws {
    try await withControl { socket, _ in
      let response = try await PlainClient(socket: socket).request("POST", path)
      #expect(response.status == 404)
      #expect(response.body.contains("is not configured; check the name"))
      #expect(try await queue.pauses() == [])
    }
  }

  @Test func `a review of a number that the forge does not have is refused`() async throws {
    try await withControl { socket, _ in
      let path = OperatorCommand.run(IntakeSamples.reference(404)).path.joined(separator: "/")
      let response = try await PlainClient(socket: socket).request("POST", "/\(path)")
      #expect(response.status == 404)
      #expect(response.body.contains("does not exist on its forge"))
      #expect(try await queue.jobs(JobFilter()) == [])
    }
  }

  @Test func `a review is requested for configured repositories only`() async throws {
    let reference = IntakeSamples.reference(1)
    try await withControl { socket, _ in
      let client = try await PlainClient(socket: socket)
      let path = OperatorCommand.run(reference).path.joined(separator: "/")
      #expect(try await client.request("POST", "/\(path)").status == 200)
      #expect(try await queue.jobs(JobFilter()).map(\.kind) == [.recheck])
      #expect(try await queue.jobs(JobFilter()).map(\.pullRequest) == [reference])
      #expect(try await client.request("POST", "/run/github/other/one/1").status == 404)
    }
  }

  @Test(arguments: [
    OperatorCommand.retry(ReviewJob.ID(7)), .cancel(ReviewJob.ID(7)), .pause(.all), .pause(.forge("git hub")),
    .resume(.repository(RepositoryReference(forge: "gitlab", name: "group/sub/name"))),
    .run(PullRequestReference(repository: RepositoryReference(forge: "gitlab", name: "group/sub/name"), number: 12)),
  ])
  func `a command is converted to its path and back`(command: OperatorCommand) {
    let path = command.path.compactMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
    #expect(OperatorCommand(path: path) == command)
  }

  @Test(
    arguments: [
      ("POST", "/jobs/2/cancel", 404), ("POST", "/jobs/2/retry", 404), ("POST", "/jobs/0/retry", 404),
      ("POST", "/jobs/x/retry", 404), ("POST", "/jobs/1/delete", 404), ("GET", "/jobs/1/retry", 405),
      ("POST", "/jobs", 404), ("POST", "/webhook/forge", 404), ("POST", "/jobs/99999999999999999999/retry", 404),
    ])
  func `invalid commands are rejected`(method: String, path: String, status: Int) async throws {
    try await withControl { socket, _ in
      let response = try await PlainClient(socket: socket).request(method, path)
      #expect(response.status == status)
      #expect(changed.withLock { $0 } == [])
    }
  }

  @Test func `the control socket is accessible to its user only, and used by one daemon only`() async throws {
    try await withControl { path, server in
      let folder = FilePath(path).removingLastComponent().string
      let modes = try [path, folder].map(permissions)
      #expect(modes == [0o600, 0o700])
      let error = await #expect(throws: ServingError.self) { try await server.run() }
      #expect(error?.code == .inUse)
      // The second server has not changed the socket.
      #expect(try await PlainClient(socket: path).request("POST", "/jobs/1/cancel").status == 404)
    }
  }

  @Test func `the socket of a killed daemon is replaced, and no other file is`() async throws {
    try await withControl { path, _ in
      let leftover = path + "-left"
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(leftover.utf8)) }
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      close(descriptor)
      #expect(result == 0)
      let (listening, continuation) = AsyncStream<Void>.makeStream()
      let serving = Task { try await server(FilePath(leftover)).run { continuation.yield() } }
      _ = await listening.first { _ in true }
      #expect(try await PlainClient(socket: leftover).request("POST", "/jobs/1/cancel").status == 404)
      serving.cancel()
      try await serving.value

      #expect(FileManager.default.createFile(atPath: leftover, contents: Data("mine".utf8)))
      let error = await #expect(throws: ServingError.self) { try await server(FilePath(leftover)).run() }
      #expect(error?.code == .place)
      #expect(FileManager.default.contents(atPath: leftover) == Data("mine".utf8))
    }
  }

  @Test func `a directory that other users have access to is refused`() async throws {
    try await withScratchDirectory { folder in
      chmod(folder.path.string, 0o755)
      let server = server(folder.path.appending("control"))
      let error = await #expect(throws: ServingError.self) { try await server.run() }
      #expect(error?.code == .place)
      #expect(error?.remedy == "make the daemon's user its owner, and run chmod 700 on it")
      #expect(!folder.exists("control"))
    }
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
