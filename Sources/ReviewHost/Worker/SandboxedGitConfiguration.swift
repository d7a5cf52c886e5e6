// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SystemPackage

/// The git configuration of the code under review: where dependencies are fetched from instead, and nothing else.
package enum SandboxedGitConfiguration {
  /// The files of the user and the machine that the code under review does not see.
  ///
  /// - Parameter withMachine: whether it sees the machine's neither.
  package static func files(environment: [String: String], withMachine: Bool) -> [FilePath] {
    let machine: [FilePath] = withMachine ? ["/etc/gitconfig"] : []
    guard let home = environment["HOME"], !home.isEmpty else { return machine }
    let user = FilePath(home)
    let shared = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : FilePath($0) } ?? user.appending(".config")
    return machine + [shared.appending("git").appending("config"), user.appending(".gitconfig")]
  }

  /// The folders that dependencies are fetched from instead.
  package static func folders(_ rewrites: [URLRewrite]) -> [FilePath] {
    rewrites.map { FilePath($0.to) }.filter { $0.isAbsolute && FileManager.default.fileExists(atPath: $0.string) }
  }

  /// Entries that hold a credential, or what git would not read back the same, are left out.
  ///
  /// - Parameter isSandboxed: there, folders belong to whoever they belong to outside, which git would not like, and there
  ///   is no key for SSH.
  package static func text(_ rewrites: [URLRewrite], isSandboxed: Bool) -> String {
    var rewrites = rewrites.filter {
      isPlain($0.from) && isPlain($0.to) && !holdsCredential($0.to) && !holdsCredential($0.from)
    }
    let github = URLRewrite(from: "git@github.com:", to: "https://github.com/")
    if isSandboxed, !rewrites.contains(where: { $0.from == github.from }) { rewrites.append(github) }
    return (isSandboxed ? "[safe]\n\tdirectory = *\n" : "")
      + rewrites.map { "[url \"\($0.to)\"]\n\tinsteadOf = \($0.from)\n" }.joined()
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && !"\"\\#;".unicodeScalars.contains($0) }
  }

  /// `https://ada@example.com/` does, because what looks like a name is often a token; `git@example.com:` and
  /// `ssh://git@example.com/` name only a user.
  private static func holdsCredential(_ url: String) -> Bool {
    guard let scheme = url.range(of: "://"), let at = url.lastIndex(of: "@"), at > scheme.lowerBound else {
      return false
    }
    return url[..<scheme.lowerBound] != "ssh" || url[scheme.upperBound..<at].contains(":")
  }
}
