// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading

/// Reads what git calls a remote's URL.
enum RemoteAddress {
  /// The server of a URL, as one of web pages; also of `ssh://git@HOST:22/OWNER/NAME` and `git@HOST:OWNER/NAME`, without
  /// ssh's port. `nil` when the text names no host.
  static func origin(of url: String) -> Origin? {
    if let address = HTTPAddress(url) { return address.origin }
    let isURL = url.hasPrefix("ssh://")
    let rest = isURL ? url.dropFirst("ssh://".count) : url[...]
    guard isURL || (!url.contains("://") && rest.contains(":")) else { return nil }
    let place = rest.prefix { $0 != "/" && (isURL || $0 != ":") }
    let host = place.split(separator: "@").last?.prefix { $0 != ":" } ?? ""
    return Origin(scheme: "https", authority: String(host))
  }
}
