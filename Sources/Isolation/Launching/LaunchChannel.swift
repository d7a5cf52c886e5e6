// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
import SystemPackage

/// One end of the socket between the reviewing process and the one that starts sandboxes. Messages are JSON with a
/// length prefix and may carry open files.
final class LaunchChannel: Sendable {
  /// A command line can have thousands of paths.
  static let maximumBytes = 16 << 20

  private let socket: Int32
  private let writing = Locked(())

  /// - Parameter socket: closed on deinitialization.
  init(_ socket: Int32) {
    self.socket = socket
  }

  deinit { close(socket) }

  /// - Parameter descriptors: stay open here.
  func send(_ message: some Encodable, _ descriptors: [Int32] = []) throws {
    let body = try JSONEncoder().encode(message)
    guard body.count <= Self.maximumBytes else {
      throw SandboxError("a message is too long: \(body.count) bytes")
    }
    let bytes = withUnsafeBytes(of: UInt32(body.count).littleEndian) { Array($0) } + Array(body)
    let result = writing.withLock { _ in
      reviewbot_send_with_descriptors(socket, bytes, bytes.count, descriptors, descriptors.count)
    }
    guard result >= 0 else { throw SandboxError(String(cString: strerror(-result))) }
  }

  /// - Returns: `nil` when the other side has closed the socket. The caller owns the descriptors.
  func receive<Message: Decodable>(_ type: Message.Type = Message.self) throws -> (
    message: Message, descriptors: [Int32]
  )? {
    guard let (head, descriptors) = try bytes(4) else { return nil }
    do {
      let count = head.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self))) }
      guard (1...Self.maximumBytes).contains(count) else { throw SandboxError("a message of \(count) bytes") }
      guard let (body, more) = try bytes(count) else { throw SandboxError("a truncated message") }
      for descriptor in more { close(descriptor) }
      return (try JSONDecoder().decode(type, from: Data(body)), descriptors)
    } catch {
      for descriptor in descriptors { close(descriptor) }
      throw error
    }
  }

  private func bytes(_ count: Int) throws -> (bytes: [UInt8], descriptors: [Int32])? {
    var bytes = [UInt8](repeating: 0, count: count)
    var descriptors = [Int32](repeating: -1, count: 4)
    var received = 0
    let result = reviewbot_receive_with_descriptors(socket, &bytes, count, &descriptors, &received)
    guard result >= 0 else { throw SandboxError(String(cString: strerror(-result))) }
    return result == 0 ? nil : (bytes, Array(descriptors[..<received]))
  }
}

/// A request of the reviewing process to the process that starts sandboxes.
enum LaunchMessage: Codable, Sendable {
  /// Starts a command. Three open files come with it: its input, output and errors.
  case run(LaunchRequest)
  /// Ends the run with this number at once.
  case end(run: Int)
}

/// A command for a sandbox. It contains no paths of the host: only stages, positions in the ``LaunchPlan``, and names
/// inside the sandbox.
struct LaunchRequest: Codable, Sendable {
  /// A folder of the plan, or a folder in it with the path components that lead there.
  struct Place: Hashable, Codable, Sendable {
    let folder: Int
    let path: [String]

    /// Whether a text is the name of an entry of a directory.
    static func isName(_ text: String) -> Bool {
      !["", ".", ".."].contains(text) && !text.contains("/") && !text.contains("\0")
    }
  }

  /// Chosen by the client, and not in use.
  let run: Int
  let stage: LaunchStage
  /// The directories of ``LaunchStage/shares``, in their order.
  let directories: [Place]
  /// What the sandbox shows at paths in the checkout, over what is there; an outer directory comes first.
  let mounts: [CheckoutMount]
  let toolchain: Int
  let reachesDependencies: Bool
  /// The program, as a path inside the sandbox, and its arguments.
  let commandLine: [String]
  let environment: [String: String]
  /// A path inside the sandbox.
  let workingDirectory: String?
}

/// The result of a ``LaunchMessage``.
enum LaunchReply: Codable, Sendable {
  case started(run: Int, process: Int32)
  case ended(run: Int, status: ChildExit)
  case refused(run: Int, reason: String)
}
