// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import CurlTransport
import JobQueue
import ResourceLoading
import ReviewContract
import SystemPackage

/// The services of the `jobs` commands, resolved from the assemblies.
enum JobsContext {
  /// The response to a command is one short object.
  private static let maximumAnswerBytes = 64 << 10

  /// A reader of the queue, which can be used while the daemon is running.
  static func reader(of folder: StateDirectory) throws -> any QueueReader {
    try folder.checkQueue()
    var resolver = Registry([JobQueueAssembly()]).resolver()
    let make = try resolver(.queueReader)
    return try make(JobQueueSettings(file: folder.queue))
  }

  /// Opens the queue for writing, which fails while the daemon is running.
  static func queue(of folder: StateDirectory) throws -> any ReviewQueue {
    try folder.checkQueue()
    var resolver = Registry([JobQueueAssembly()]).resolver()
    let make = try resolver(.reviewQueue)
    return try make(JobQueueSettings(file: folder.queue))
  }

  /// The HTTP transport to a running daemon.
  static func transport(to socket: FilePath) throws -> any HTTPTransport {
    let settings = CurlSettings(
      connectTimeout: .seconds(5), totalTimeout: .seconds(30), maximumBodyBytes: maximumAnswerBytes,
      maximumRedirects: 0, unixSocket: socket)
    var resolver = Registry([CurlTransportAssembly(settings: settings)]).resolver()
    return try resolver(.httpTransport)
  }
}
