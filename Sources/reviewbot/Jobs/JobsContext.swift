// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import JobQueue
import ResourceLoading
import ReviewContract
import SystemPackage

/// The parts that the commands for jobs use, made from the assemblies.
enum JobsContext {
  /// The reply to a command is one short object.
  private static let maximumAnswerBytes = 64 << 10

  /// Looks at the queue, also while the daemon works on it.
  static func reader(of folder: StateDirectory) throws -> any QueueReader {
    try folder.checkQueue()
    return try JobQueueAssembly().reader(JobQueueSettings(file: folder.queue))
  }

  /// Opens the queue in the daemon's place.
  static func queue(of folder: StateDirectory) throws -> any ReviewQueue {
    try folder.checkQueue()
    return try JobQueueAssembly().queue(JobQueueSettings(file: folder.queue))
  }

  /// The way to a running daemon.
  static func transport(to socket: FilePath) -> any HTTPTransport {
    let settings = CurlSettings(
      connectTimeout: .seconds(5), totalTimeout: .seconds(30), maximumBodyBytes: maximumAnswerBytes,
      maximumRedirects: 0, unixSocket: socket)
    return CurlTransportAssembly(settings: settings).transport
  }
}
