// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Sources of the dependencies of code under review.
package struct DependenciesSection: ConfigurationSection {
  /// The hosts that are allowed in addition to the defaults.
  package var allowedHosts: [DependencyHost] = []
  package var tokens: [DependencyToken] = []
  package var mirrors: [DependencyRewrite] = []

  /// The replacements of URLs for git's configuration.
  package var rewrites: [URLRewrite] { mirrors.map { URLRewrite(from: $0.from.text, to: $0.to.text) } }

  package static let name = "dependencies"
  package static let summary = "Sources of the dependencies of code under review."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "allowed_hosts", \.allowedHosts, .list(of: .value, 0...200, "hosts"),
        "Additional hosts that code under review can fetch from over https, in addition to `github.com` and the repository's own server. A "
          + "host in a private network needs its addresses, as in `git.example.com=10.0.0.0/8`."),
      ConfigurationKey(
        "tokens", \.tokens, .list(of: .dependencyToken, 0...50, "tokens", isSecret: true, distinct: \.host),
        "Tokens for servers of private dependencies, each as `{host: git.example.com, file: /etc/reviewbot/git-token}`. These "
          + "dependencies are mirrored beforehand; code under review never has access to the tokens."),
      ConfigurationKey(
        "mirrors", \.mirrors, .list(of: .dependencyRewrite, 0...200, "mirrors", distinct: \.from),
        "Replacements for URLs, each as `{from: https://github.com/acme/, to: /srv/mirrors/acme/}`: the prefix `from` of a URL is "
          + "replaced by `to`. Folders are mounted read-only for the code under review."),
    ]
  }
}

/// The replacement of the prefix of URLs.
package struct DependencyRewrite: Hashable, Codable, Sendable {
  package var from: RewriteAddress
  package var to: RewriteAddress

  package init(from: RewriteAddress, to: RewriteAddress) {
    self.from = from
    self.to = to
  }
}

extension ConfigurationCodec<DependencyRewrite> {
  static var dependencyRewrite: ConfigurationCodec {
    let keys = [
      ConfigurationKey<DependencyRewrite>(
        "from", \.from, .value, "The prefix of a URL.", example: "https://github.com/acme/"),
      ConfigurationKey<DependencyRewrite>(
        "to", \.to, .value, "Its replacement.", example: "/srv/mirrors/acme/"),
    ]
    // Both keys are required: these values are never used.
    let initial = DependencyRewrite(from: "https://host/", to: "/-/")
    return mapping("mapping with from and to", initial, keys, required: ["from", "to"]) { rewrite, locations in
      guard locations.has("from"), locations.has("to"),
        rewrite.from.text.hasSuffix("/") != rewrite.to.text.hasSuffix("/")
      else { return [] }
      // Git appends the rest of the URL to `to` unchanged.
      let words = "to: only one of from and to ends with /"
      return [ValueError(words, remedy: "end both with /, or neither", at: locations.mark(of: "to"))]
    }
  }
}

/// A token for a server of private dependencies.
package struct DependencyToken: Hashable, Codable, Sendable {
  package var host: HostAndPort
  package var file: SecretFile

  package init(host: HostAndPort, file: SecretFile) {
    self.host = host
    self.file = file
  }
}

extension ConfigurationCodec<DependencyToken> {
  static var dependencyToken: ConfigurationCodec {
    let keys = [
      ConfigurationKey<DependencyToken>("host", \.host, .value, "The server.", example: "git.example.com"),
      ConfigurationKey<DependencyToken>(
        "file", \.file, .secretFile, "The file of the token.", example: "/etc/reviewbot/git-token"),
    ]
    // Both keys are required: these values are never used.
    let initial = DependencyToken(host: "host", file: SecretFile("/-"))
    return mapping("mapping with host and file", initial, keys, required: ["host", "file"], isSecret: true)
  }
}
