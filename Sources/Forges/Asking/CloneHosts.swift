// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewCore

/// The hosts that a forge's repositories may be fetched from: the token goes where a clone URL leads.
struct CloneHosts: Sendable {
  private let api: Origin
  private let hosts: Set<String>

  /// - Parameter api: where the forge's API is.
  init(_ settings: ForgeSettings, api: Origin) throws(ForgeError) {
    self.api = api
    var hosts = [settings.kind == .github ? GitHubAddress.host(ofAPI: api.host) : api.host]
    // A folder names no host.
    if let url = settings.cloneURL, let origin = RemoteAddress.origin(of: url) { hosts.append(origin.host) }
    if let url = settings.serverURL {
      guard let origin = RemoteAddress.origin(of: url) else {
        throw ForgeError(.failed, "\(url.prefix(200)) is no address of a server", remedy: "write it as https://HOST")
      }
      hosts.append(origin.host)
    }
    self.hosts = Set(hosts)
  }

  /// Hands on a clone URL as the forge gave it, if the token may go there.
  ///
  /// - Parameters:
  ///   - purpose: what cannot be done otherwise.
  ///   - forge: the forge's name for people.
  func checked(_ url: String, purpose: String, forge: String) throws(ForgeError) -> String {
    guard let clone = HTTPAddress(url), clone.origin.scheme == "https" || api.isLoopback else {
      throw ForgeError(
        .unreadable, "\(purpose): its clone URL is not acceptable", underlying: String(url.prefix(200)))
    }
    guard hosts.contains(clone.origin.host) else {
      throw ForgeError(
        .unreadable,
        "\(purpose): its clone URL is on \(clone.origin.host), which would get the token and is not \(forge)'s host",
        remedy: "if \(forge)'s repositories are there, name that server beside the API's address \(api)")
    }
    return url
  }
}
