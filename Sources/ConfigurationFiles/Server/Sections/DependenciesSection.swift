// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Where the dependencies of code under review come from.
package struct DependenciesSection: ConfigurationSection {
  /// Besides the usual ones.
  package var allowedHosts: [DependencyHost] = []
  package var tokens: [DependencyToken] = []
  package var mirrors: [DependencyRewrite] = []

  package init() {}

  /// For git's configuration.
  package var rewrites: [URLRewrite] { mirrors.map { URLRewrite(from: $0.from.text, to: $0.to.text) } }

  package static let name = "dependencies"
  package static let summary = "Where the dependencies of code under review come from."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "allowed_hosts", \.allowedHosts, .list(of: .written, 0...200, "hosts"),
        "Hosts that code under review may fetch from by https, besides `github.com` and the repository's own server. One that is "
          + "not on the public internet needs its addresses too, as in `git.example.com=10.0.0.0/8`."),
      ConfigurationKey(
        "tokens", \.tokens, .list(of: .dependencyToken, 0...50, "tokens", isSecret: true, distinct: \.host),
        "Tokens for servers of private dependencies, each as `{host: git.example.com, file: /etc/reviewbot/git-token}`. What needs "
          + "them is mirrored beforehand; code under review never sees them."),
      ConfigurationKey(
        "mirrors", \.mirrors, .list(of: .dependencyRewrite, 0...200, "mirrors", distinct: \.from),
        "Places to fetch from instead, each as `{from: https://github.com/acme/, to: /srv/mirrors/acme/}`: what begins with "
          + "`from` begins with `to`. Folders are shown to the code under review, read-only."),
    ]
  }
}
