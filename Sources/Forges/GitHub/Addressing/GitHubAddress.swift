// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading

/// Where GitHub's API is.
package enum GitHubAddress {
  /// The API of github.com.
  package static let publicAPI = "https://api.github.com"

  /// The names that github.com has for pages, clones and ssh.
  private static let publicHosts: Set<String> = ["github.com", "www.github.com", "ssh.github.com"]

  /// The API that belongs to the URL of a page or of a clone, also of the form `git@HOST:OWNER/NAME`; `nil` when the
  /// text names no host.
  package static func apiURL(of url: String) -> String? {
    guard let origin = RemoteAddress.origin(of: url) else { return nil }
    return publicHosts.contains(origin.host) ? publicAPI : "\(origin)/api/v3"
  }

  /// The server that keeps the repositories of an API.
  static func server(ofAPI api: Origin) -> Origin {
    let host = host(ofAPI: api.host)
    return host == api.host ? api : Origin(scheme: api.scheme, authority: host) ?? api
  }

  /// The host that keeps the repositories of an API's host: GitHub's cloud has its APIs on hosts of their own.
  private static func host(ofAPI host: String) -> String {
    let prefix = "api."
    let isCloud = host == "api.github.com" || (host.hasPrefix(prefix) && host.hasSuffix(".ghe.com"))
    return isCloud ? String(host.dropFirst(prefix.count)) : host
  }
}
