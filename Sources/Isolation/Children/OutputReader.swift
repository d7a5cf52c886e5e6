// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
import SystemPackage

/// Reads one pipe on its own thread, line by line.
///
/// A surviving grandchild may hold the pipe open indefinitely, so the end of the pipe is not waited for: once the child
/// has ended, reading stops when the pipe is empty.
final class OutputReader: Sendable {
  private let finished: AsyncStream<Void>
  private let childEnded: Locked<Bool>

  /// - Parameters:
  ///   - file: receives the bytes instead of lines. It is closed at the end.
  ///   - consume: called on the reader's thread with each line, or `nil` for bytes written to the file, and the number
  ///     of bytes read so far.
  init(
    _ descriptor: FileDescriptor, lineBytes: Int, file: FileDescriptor? = nil,
    consume: @escaping @Sendable (String?, Int) -> Void
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    finished = stream
    let childEnded = Locked(false)
    self.childEnded = childEnded
    let thread = Thread {
      Self.read(descriptor.rawValue, LineSplitter(maximumLineBytes: lineBytes), file, childEnded, consume)
      // A failure to close the pipe is ignored, because it has no remedy.
      try? descriptor.close()
      try? file?.close()
      continuation.finish()
    }
    thread.name = "child output"
    thread.start()
  }

  /// The time limit for reading the rest of the pipe.
  private static let drainLimit = Duration.seconds(2)

  /// Reads the rest of the pipe and waits until it is consumed. To be called when the child has ended.
  func drain() async {
    childEnded.withLock { $0 = true }
    for await _ in finished {}
  }

  private static func read(
    _ descriptor: Int32, _ splitter: LineSplitter, _ file: FileDescriptor?, _ childEnded: Locked<Bool>,
    _ consume: (String?, Int) -> Void
  ) {
    var splitter = splitter
    var total = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    defer { buffer.deallocate() }
    var deadline: ContinuousClock.Instant?
    while true {
      if childEnded.withLock({ $0 }) {
        // A process that writes after this is not part of the run.
        deadline = deadline ?? .now + drainLimit
        if let deadline, ContinuousClock.now > deadline { break }
      }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, 50)
      if ready == 0, childEnded.withLock({ $0 }) { break }
      guard ready > 0 else {
        if ready < 0, errno != EINTR { break }
        continue
      }
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      total += count
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if let file {
        // A full disk: the pipe closes, and the child fails at its next write.
        guard (try? file.writeAll(bytes)) != nil else { break }
        consume(nil, total)
      } else {
        splitter.append(bytes) { consume($0, total) }
      }
    }
    splitter.finish { consume($0, total) }
  }
}

/// Writes a child's input on a separate thread.
///
/// A child can end without reading it. The library that starts processes then ends the whole program, so it gets a
/// descriptor instead of the bytes.
enum InputWriter {
  /// - Returns: the end of a pipe that the child reads from.
  static func start(_ bytes: [UInt8]) throws -> FileDescriptor {
    var ends: [Int32] = [0, 0]
    // Not inherited by other children, because the pipe would not end as long as they hold it.
    let result = reviewbot_make_pipe(&ends)
    guard result == 0 else { throw Errno(rawValue: -result) }
    let writer = ends[1]
    let thread = Thread {
      // A closed reader is an error of write instead of a signal.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      // A child need not read all of its input.
      _ = try? FileDescriptor(rawValue: writer).writeAll(bytes)
      close(writer)
    }
    thread.name = "child input"
    thread.start()
    return FileDescriptor(rawValue: ends[0])
  }
}
