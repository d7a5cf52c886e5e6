// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
package import SystemPackage

/// A program that is started and waited for in place: no task, no thread, no limits. For what must be ended in a
/// `deinit`, and for the programs that tests need.
///
/// It inherits only its three streams and the descriptor that is given. Foundation's `Process` may leak descriptors
/// that other threads open at the same moment, and reading a pipe to its end would then wait for an unrelated process.
package final class PlainChild: Sendable {
  package enum Stream: Sendable {
    case nothing, inherited
    case descriptor(FileDescriptor)
  }

  package let process: Int32
  private let exit = Locked<ChildExit?>(nil)

  /// - Parameters:
  ///   - command: the program, looked up in `PATH` where its name has no slash, and its arguments.
  ///   - executable: the file to execute instead of the program that `command` names.
  ///   - environment: `nil` to inherit the environment of this process.
  ///   - leadsSession: whether it leads a new session and process group.
  ///   - extra: an open file for descriptor 3.
  /// - Throws: ``ChildProcessError`` when the program cannot be started.
  package init(
    _ command: [String], executing executable: FilePath? = nil, environment: [String: String]? = nil,
    in folder: FilePath? = nil, input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .inherited,
    leadsSession: Bool = false, extra: FileDescriptor? = nil
  ) throws(ChildProcessError) {
    let program = executable?.string ?? command.first ?? ""
    let variables = environment ?? ProcessInfo.processInfo.environment
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let descriptors =
      [input, output, errors].enumerated().map { index, stream in
        switch stream {
        case .nothing: null
        case .inherited: Int32(index)
        case .descriptor(let descriptor): descriptor.rawValue
        }
      } + [extra?.rawValue ?? -1]
    let launching = Orphans.Launch()
    let result = CStringList.withPointers(command) { arguments in
      CStringList.withPointers(variables) { environment in
        reviewbot_spawn(program, arguments, environment, folder?.string, descriptors, leadsSession ? 1 : 0)
      }
    }
    guard result > 0 else {
      throw ChildProcessError(
        code: result == -ENOENT ? .notFound : .cannotStart, executable: FilePath(program),
        underlying: String(cString: strerror(-result)))
    }
    process = result
    launching.started(process)
  }

  /// Whether the program has not ended yet.
  package var isRunning: Bool { ending(WNOHANG) == nil }

  /// Waits until the program has ended.
  ///
  /// - Returns: its exit status, or 128 plus the number of the signal that ended it, as in a shell.
  @discardableResult
  package func wait() -> Int32 {
    switch waitForExit() {
    case .exited(let code): code
    case .signalled(let signal): 128 + signal
    }
  }

  /// Waits until the program has ended.
  package func waitForExit() -> ChildExit {
    // Without holding the lock, so that another thread can end it.
    var information = siginfo_t()
    while isUnknown, waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return ending(0) ?? .exited(0)
  }

  /// Sends a signal to the program, unless it has ended: the kernel may use its process id again.
  package func signal(_ number: Int32) {
    exit.withLock { exit in
      if exit == nil { kill(process, number) }
    }
  }

  /// Kills the program, if it has not ended.
  package func end() {
    guard isRunning else { return }
    kill(process, SIGKILL)
    wait()
  }

  private var isUnknown: Bool { exit.withLock { $0 == nil } }

  private func ending(_ options: Int32) -> ChildExit? {
    exit.withLock { exit in
      if let exit { return exit }
      var word: Int32 = 0
      var result: Int32
      repeat { result = waitpid(process, &word, options) } while result < 0 && errno == EINTR
      if result == 0 { return nil }
      Orphans.ended(process)
      let signal = word & 0x7f
      exit = signal == 0 ? .exited((word >> 8) & 0xff) : .signalled(signal)
      return exit
    }
  }
}
