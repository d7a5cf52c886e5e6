// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading

/// Where GitHub's API is.
package enum GitHubAddress {
  /// The API of github.com.
  package static let publicAPI = "https://api.github.com"

  /// The API that belongs to the URL of a page or of a clone, also of the form `git@HOST:OWNER/NAME`; `nil` when the
  /// text names no host.
  package static func apiURL(of url: String) -> String? {
    if let address = HTTPAddress(url) {
      let origin = address.origin
      return origin.host == "github.com" || origin.host == "www.github.com" ? publicAPI : "\(origin)/api/v3"
    }
    // ssh://git@HOST:22/OWNER/NAME and git@HOST:OWNER/NAME; the API is not behind ssh's port.
    let isURL = url.hasPrefix("ssh://")
    let rest = isURL ? url.dropFirst("ssh://".count) : url[...]
    guard isURL || (!url.contains("://") && rest.contains(":")) else { return nil }
    let place = rest.prefix { $0 != "/" && (isURL || $0 != ":") }
    let host = place.split(separator: "@").last?.prefix { $0 != ":" } ?? ""
    guard let origin = Origin(scheme: "https", authority: String(host)) else { return nil }
    return origin.host == "github.com" || origin.host == "ssh.github.com" ? publicAPI : "\(origin)/api/v3"
  }
}
