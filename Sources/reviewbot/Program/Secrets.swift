// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import ReviewCore
import SystemPackage

/// The secrets that came with the environment. They are out of it by the time this exists.
struct Secrets: Sendable {
  private let values: [String: String]

  /// - Parameter values: the secrets by the name of their variable.
  init(values: [String: String]) {
    self.values = values
  }

  @TaskLocal static var current = Secrets(values: [:])

  /// Variables that hold our token, the first that is set wins.
  private static let general = "REVIEWBOT_TOKEN"
  private static let forgeVariables: [ForgeKind: String] = [
    .github: "GITHUB_TOKEN", .gitlab: "GITLAB_TOKEN", .gitea: "GITEA_TOKEN",
  ]

  /// Cleans this process's environment. Whatever looks like a secret goes, because code under review runs beside us.
  static func take(from environment: [String: String]) throws(ReexecutionError) -> Secrets {
    Secrets(
      values: try SecretEnvironment.take(
        [general] + forgeVariables.values, from: environment, isSecret: looksSecret))
  }

  /// The token for a forge: from the file when one is given, else from the environment.
  func token(for forge: ForgeKind, file: String?) throws(UsageError) -> Secret? {
    if let file { return try Self.read(file) }
    let names = [Self.general] + [Self.forgeVariables[forge]].compactMap { $0 }
    return names.lazy.compactMap { values[$0] }.first.map { Secret($0) }
  }

  private static let largestFile = 16 << 10

  private static func read(_ file: String) throws(UsageError) -> Secret {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UsageError("the token file \(file) cannot be read", remedy: "check --token-file and the file's permissions")
    }
    let text = String(decoding: data.prefix(largestFile), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, !text.contains(where: \.isWhitespace), data.count <= largestFile else {
      throw UsageError(
        "the token file \(file) does not hold one token", remedy: "put the token alone on its first line")
    }
    return Secret(text)
  }

  static func looksSecret(_ name: String) -> Bool {
    let name = name.uppercased()
    return ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "PRIVATE_KEY", "API_KEY", "ACCESS_KEY"].contains {
      name.contains($0)
    }
  }
}
