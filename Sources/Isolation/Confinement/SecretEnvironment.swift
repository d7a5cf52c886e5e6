// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation

/// Removes secrets from the environment of this process for good.
///
/// Removing a variable does not change what `/proc/PID/environ` shows: that is the memory the program was started with.
/// So the program is started again without the variables, and reads their values from a pipe that it inherits.
package enum SecretEnvironment {
  /// The variable with the descriptor of the pipe. Its name must not look like a secret, or the second start would take
  /// it for one.
  private static let descriptorVariable = "REVIEWBOT_INHERITED_PIPE"

  /// The longest value of an unnamed variable that is passed on.
  private static let longestOther = 8 << 10

  /// Closes this process to other processes of the same user, and returns the removed variables: those with the given
  /// names, and those whose name `isSecret`.
  ///
  /// Must be called before anything else, on the main thread. None of the variables is in the environment afterwards.
  ///
  /// - Throws: ``ReexecutionError``. Going on with the secret in the environment would be worse than not going on.
  package static func take(
    _ names: [String], from environment: [String: String], isSecret: (String) -> Bool
  ) throws(ReexecutionError) -> [String: String] {
    closeMemory()
    let clean = environment.filter { !isSecret($0.key) && !names.contains($0.key) && $0.key != descriptorVariable }
    let holdsSecrets = environment.contains { isSecret($0.key) || names.contains($0.key) }
    // The pipe counts only in the second start, which has no secrets any more; otherwise the variable is not ours.
    if !holdsSecrets, let number = environment[descriptorVariable].flatMap(Int32.init) {
      unsetenv(descriptorVariable)
      return received(from: number)
    }
    guard holdsSecrets else { return [:] }
    let taken = environment.filter { (names.contains($0.key) || isSecret($0.key)) && !$0.value.isEmpty }
    // The named variables first: the room is limited.
    let values = taken.filter { names.contains($0.key) || $0.value.utf8.count <= longestOther }
      .sorted { (names.contains($0.key) ? 0 : 1, $0.key) < (names.contains($1.key) ? 0 : 1, $1.key) }
    try restart(with: values, environment: clean)
  }

  /// Keeps the memory of this process out of core files, and from debuggers of the same user. A second layer: root
  /// is not kept out.
  package static func closeMemory() {
    _ = reviewbot_set_dumpable(0)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
  }

  private static func restart(with values: [(key: String, value: String)], environment: [String: String])
    throws(ReexecutionError)
    -> Never
  {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw ReexecutionError(call: "pipe", number: errno) }
    // A pipe holds 64 KiB before it blocks; tokens are far below.
    let bytes = values.reduce(into: [UInt8]()) { bytes, value in
      let entry = Array("\(value.key)=\(value.value)\0".utf8)
      if bytes.count + entry.count <= 32 << 10 { bytes += entry }
    }
    guard write(ends[1], bytes, bytes.count) == bytes.count else {
      throw ReexecutionError(call: "write", number: errno)
    }
    close(ends[1])
    var environment = environment
    environment[descriptorVariable] = "\(ends[0])"
    throw ReexecutionError(call: "execve", number: RunningExecutable.restart(environment: environment))
  }

  private static func received(from descriptor: Int32) -> [String: String] {
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 32 << 10)
    var filled = 0
    while filled < bytes.count {
      let count = read(descriptor, &bytes[filled], bytes.count - filled)
      if count <= 0 { break }
      filled += count
    }
    var values: [String: String] = [:]
    for entry in bytes[..<filled].split(separator: 0) {
      let text = String(decoding: entry, as: UTF8.self)
      guard let equals = text.firstIndex(of: "=") else { continue }
      values[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return values
  }
}

/// The program could not be executed again in the state that safety requires.
package struct ReexecutionError: Error, CustomStringConvertible {
  let call: String
  let number: Int32

  package var description: String {
    "the program cannot start itself again with a clean environment: \(call): \(String(cString: strerror(number)))"
  }
}
