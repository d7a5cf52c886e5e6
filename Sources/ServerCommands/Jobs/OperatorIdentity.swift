// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewServer

/// The person who runs a command: the user of `sudo`, else the user who logged in, else the user of the process.
struct OperatorIdentity: Sendable {
  /// The login uid of a process that no login started.
  private static let none = uid_t.max

  let person: String

  /// - Parameter loginUID: the contents of `/proc/self/loginuid`; `nil` if it cannot be read.
  init(
    environment: [String: String],
    loginUID: String? = try? String(contentsOfFile: "/proc/self/loginuid", encoding: .utf8),
    user: uid_t = getuid(), name: (uid_t) -> String? = Self.name
  ) {
    let login = loginUID.flatMap { uid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    let known = login.flatMap { $0 == Self.none ? nil : name($0) ?? "uid \($0)" }
    let sudo = environment["SUDO_USER"].flatMap { OperatorText.clean($0, limit: OperatorText.longestPerson) }
    person = sudo ?? known ?? name(user) ?? "uid \(user)"
  }

  private static func name(_ user: uid_t) -> String? { getpwuid(user).map { String(cString: $0.pointee.pw_name) } }
}
