// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import Foundation
import Isolation
import ResourceLoading
import SystemPackage

/// Runs a stand-in forge with its own repository during a test: the built-in one, or a stricter one in its own process,
/// when `REVIEWBOT_FORGE` names its folder.
///
/// - Parameter prepare: can change the world, a folder with `forge.json` and `git/`, before the forge reads it.
package func withStandInForge(
  prepare: (ScratchDirectory) throws -> Void = { _ in }, _ body: (StandInForge) async throws -> Void
) async throws {
  try await withScratchDirectory { folder in
    let world = ScratchDirectory(path: folder.path.appending("world"))
    let transport = CurlTransportAssembly().transport
    guard let programs = ExternalForge.programs else {
      return try await withBuiltInForge(in: world, transport, prepare: prepare, body)
    }
    let external = ExternalForge(programs: programs)
    try await external.makeWorld(in: world)
    try prepare(world)
    let (server, url) = try await external.start(world, portFile: folder.path.appending("port").string)
    defer { server.end() }
    try await body(StandInForge(url: url, world: world.path, transport: transport, builtIn: nil))
  }
}

/// Runs the built-in stand-in forge, independent of `REVIEWBOT_FORGE`, without a journal of all requests.
package func withBuiltInForge(
  prepare: (ScratchDirectory) throws -> Void, _ body: (StandInForge) async throws -> Void
) async throws {
  try await withScratchDirectory { folder in
    let world = ScratchDirectory(path: folder.path.appending("world"))
    try await withBuiltInForge(
      in: world, CurlTransportAssembly().transport, isJournaled: false, prepare: prepare, body)
  }
}

private func withBuiltInForge(
  in world: ScratchDirectory, _ transport: any HTTPTransport, isJournaled: Bool = true,
  prepare: (ScratchDirectory) throws -> Void, _ body: (StandInForge) async throws -> Void
) async throws {
  try ExampleWorld.make(in: world)
  try prepare(world)
  let forge = try BuiltInForge(world: world)
  try await withLoopbackServer(isJournaled: isJournaled) { request in
    forge.answer(request)
  } body: { server in
    forge.begin(at: server.url)
    let handle = StandInForge(url: server.url, world: world.path, transport: transport, builtIn: forge)
    do {
      try await body(handle)
    } catch {
      await forge.deliveryQueue.end()
      throw error
    }
    await forge.deliveryQueue.end()
  }
}

/// An external stand-in forge that validates every request with the forges' own descriptions of their APIs.
struct ExternalForge {
  static var programs: String? { ProcessInfo.processInfo.environment["REVIEWBOT_FORGE"] }

  /// The folder of its programs.
  let programs: String

  func makeWorld(in world: ScratchDirectory) async throws {
    let maker = try run("make_example.py", [world.path.string])
    // Does not block a thread. The sleep ends early only when the test is cancelled.
    while maker.isRunning { guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break } }
    guard maker.wait() == 0 else {
      throw StandInForge.Failure(description: "make_example.py failed; does its python have what it needs?")
    }
  }

  /// Starts the program, and waits until it listens.
  func start(_ world: ScratchDirectory, portFile: String) async throws -> (PlainChild, url: String) {
    let server = try run(
      "fakeforge.py", ["--config", "\(world.path)/forge.json", "--port", "0", "--port-file", portFile])
    // The program writes the file when it listens; there is nothing else to wait for. On a loaded machine its start can
    // take a minute.
    while server.isRunning {
      try await Task.sleep(for: .milliseconds(50))
      // The file can be missing or incomplete.
      let text = (try? String(contentsOfFile: portFile, encoding: .utf8)) ?? ""
      if let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
        return (server, "http://127.0.0.1:\(port)")
      }
    }
    throw StandInForge.Failure(description: "the stand-in forge ended")
  }

  private func run(_ program: String, _ arguments: [String]) throws -> PlainChild {
    let python = ProcessInfo.processInfo.environment["REVIEWBOT_FORGE_PYTHON"] ?? "python3"
    return try PlainChild([python, "\(programs)/\(program)"] + arguments, errors: .nothing)
  }
}
