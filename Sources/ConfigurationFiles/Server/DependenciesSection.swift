// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Sources of the dependencies of code under review.
package struct DependenciesSection: ConfigurationSection {
  /// The hosts that are allowed in addition to the defaults.
  package var allowedHosts: [DependencyHost] = []
  package var tokens: [DependencyToken] = []
  /// The replacements of URLs for git's configuration.
  package var mirrors: [URLRewrite] = []

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

extension ConfigurationCodec<URLRewrite> {
  static var dependencyRewrite: ConfigurationCodec {
    let keys = [
      ConfigurationKey<URLRewrite>(
        "from", \.from, .rewriteAddress, "The prefix of a URL.", example: "https://github.com/acme/"),
      ConfigurationKey<URLRewrite>(
        "to", \.to, .rewriteAddress, "Its replacement.", example: "/srv/mirrors/acme/"),
    ]
    // Both keys are required: these values are never used.
    let initial = URLRewrite(from: "https://host/", to: "/-/")
    return mapping("mapping with from and to", initial, keys, required: ["from", "to"]) { rewrite, locations in
      guard locations.has("from"), locations.has("to"),
        rewrite.from.hasSuffix("/") != rewrite.to.hasSuffix("/")
      else { return [] }
      // Git appends the rest of the URL to `to` unchanged.
      let problem = "to: only one of from and to ends with /"
      return [ValueError(problem, remedy: "end both with /, or neither", at: locations.mark(of: "to"))]
    }
  }
}

extension ConfigurationCodec<String> {
  fileprivate static var rewriteAddress: ConfigurationCodec {
    let kind = ConfigurationCodec<RewriteAddress>.value
    return ConfigurationCodec(description: kind.description, text: plain) { (node) throws(ValueError) in
      try kind.read(node).text
    }
  }
}

/// A token for a server of private dependencies.
package struct DependencyToken: Hashable, Codable, Sendable {
  package var host: HostAndPort
  package var file: SecretFile
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
