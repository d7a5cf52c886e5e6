// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SystemPackage

/// The git configuration of the code under review. It contains URL rewrites for dependencies, but no credentials.
package enum SandboxedGitConfiguration {
  /// The git configuration files that the code under review cannot read: the user's and, optionally, the host's.
  ///
  /// - Parameter withMachine: whether to include the host's `/etc/gitconfig`.
  package static func files(environment: [String: String], withMachine: Bool) -> [FilePath] {
    let machine: [FilePath] = withMachine ? ["/etc/gitconfig"] : []
    guard let home = environment["HOME"], !home.isEmpty else { return machine }
    let user = FilePath(home)
    let shared = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : FilePath($0) } ?? user.appending(".config")
    return machine + [shared.appending("git").appending("config"), user.appending(".gitconfig")]
  }

  /// The existing folders among the targets of the rewrites, which are paths or have the scheme `file`.
  package static func folders(_ rewrites: [URLRewrite]) -> [FilePath] {
    rewrites.compactMap { folder(of: $0.to) }
      .filter { $0.isAbsolute && FileManager.default.fileExists(atPath: $0.string) }
  }

  /// Like git, which decodes a URL, but not a path.
  private static func folder(of target: String) -> FilePath? {
    guard target.hasPrefix(fileScheme) else { return FilePath(target) }
    return target.dropFirst(fileScheme.count).removingPercentEncoding.map { FilePath($0) }
  }

  private static let fileScheme = "file://"

  /// The text of the configuration, without rewrites that contain a credential or characters that need quoting.
  ///
  /// - Parameter isSandboxed: adds `safe.directory`, because folders have another owner in a sandbox, and rewrites SSH
  ///   URLs of GitHub to HTTPS, because there is no SSH key in a sandbox.
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

  /// Whether a URL contains a credential. The user in `https://ada@example.com/` counts as one, because it may be a
  /// token; the user in `git@example.com:` and `ssh://git@example.com/` does not.
  private static func holdsCredential(_ url: String) -> Bool {
    guard let scheme = url.range(of: "://"), let at = url.lastIndex(of: "@"), at > scheme.lowerBound else {
      return false
    }
    return url[..<scheme.lowerBound] != "ssh" || url[scheme.upperBound..<at].contains(":")
  }
}
