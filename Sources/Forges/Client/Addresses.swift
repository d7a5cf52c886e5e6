// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ResourceLoading
import ReviewContract

/// The servers that a forge's repositories may be fetched from. The list is checked because the token is sent to the
/// server of the clone URL.
///
/// A server is a scheme, a host and a port: another port of the forge's host may belong to another machine, for example
/// where the host is in a private network.
struct CloneHosts: Sendable {
  private let api: Origin
  private let origins: Set<Origin>
  private let isOffline: Bool
  /// The folder to fetch from offline; `nil` for the one that the forge reports.
  private let folder: String?

  /// - Parameters:
  ///   - api: the origin of the forge's API.
  ///   - server: the server that hosts the repositories of the API.
  init(_ settings: ForgeSettings, api: Origin, server: Origin) throws(ForgeError) {
    self.api = api
    isOffline = settings.isOffline
    folder = settings.isOffline ? settings.cloneURL : nil
    var origins = [server]
    // The URL of a folder has no host.
    if let url = settings.cloneURL, let origin = RemoteAddress.origin(of: url) { origins.append(origin) }
    if let url = settings.serverURL {
      guard let origin = RemoteAddress.origin(of: url) else {
        throw ForgeError(
          .failed, "\(url.prefix(200)) is not the address of a server", remedy: "write it as https://HOST")
      }
      origins.append(origin)
    }
    self.origins = Set(origins)
  }

  /// Returns a clone URL unchanged if the token may be sent to its server; offline, the folder
  /// to fetch from, or a URL that is never fetched from.
  ///
  /// - Parameters:
  ///   - purpose: the failed action, for errors.
  ///   - forge: the forge's display name.
  func checked(_ url: String, purpose: String, forge: String) throws(ForgeError) -> String {
    if isOffline, let folder = folder ?? (url.contains("://") && !url.hasPrefix("file:") ? nil : url) { return folder }
    guard let clone = HTTPAddress(url), clone.origin.scheme == "https" || api.isLoopback else {
      throw ForgeError(
        .unacceptable, "\(purpose): its clone URL is not acceptable", underlying: String(url.prefix(200)))
    }
    guard origins.contains(clone.origin) else {
      throw ForgeError(
        .unacceptable,
        "\(purpose): its clone URL is on \(clone.origin), which would receive the token and is not \(forge)'s server "
          + origins.map(\.description).sorted().joined(separator: " or "),
        remedy: "if \(forge)'s repositories are there, set that server's URL in addition to the API's address \(api)")
    }
    return isOffline ? Repository.offlinePrefix + url : url
  }
}

/// A parser of remote URLs in the forms that git accepts.
enum RemoteAddress {
  /// The origin of a URL's server for web pages; also of `ssh://git@HOST:22/OWNER/NAME` and `git@HOST:OWNER/NAME`,
  /// without ssh's port. `nil` when the text contains no host.
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

extension ForgeDescription {
  /// Returns the API for the URL of a page or of a clone, also of the form `git@HOST:OWNER/NAME`; `nil` when the text
  /// contains no host.
  package func apiURL(of url: String) -> String? {
    guard let origin = RemoteAddress.origin(of: url) else { return nil }
    let isPublic = servers.contains { $0.key == origin.host || $0.value.contains(origin.host) }
    return isPublic ? separateAPI ?? "\(origin)\(apiPath)" : "\(origin)\(apiPath)"
  }

  /// Returns the API of a server by the address of its web pages, which may have a path.
  package func api(ofServer url: String) -> String {
    separateAPI.flatMap { _ in apiURL(of: url) } ?? url + apiPath
  }

  /// The API of the public server.
  package var publicAPI: String? { publicServer.map(api(ofServer:)) }
}

/// The transports to the forges. Requests with the same credential share a transport, because a rate limit applies to
/// the credential and can only be kept by a transport that sees all of its requests.
typealias TransportPool = Pool<TransportKey, any HTTPTransport>

struct TransportKey: Hashable, Sendable {
  let forge: String
  let origin: Origin
  let credential: RequestIdentity
  let limits: RateLimitPolicy
}

/// Values that all callers share, each made for the first of them.
final class Pool<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Locked<[Key: Value]>([:])

  /// Returns the value for the key.
  func value(for key: Key, make: () -> Value) -> Value {
    values.withLock { values in
      if let value = values[key] { return value }
      let value = make()
      values[key] = value
      return value
    }
  }
}

/// The credential of a request, as far as it determines the transport.
enum RequestIdentity: Hashable, Sendable {
  case anonymous
  case token(Secret)
  /// An app's tokens are valid for one repository.
  case app(AppSettings, RepositoryName)

  /// The key of the cache of responses: another token or key has its own cache.
  var identity: String {
    switch self {
    case .anonymous: "anonymous"
    case .token(let token): "token " + token.reveal()
    case .app(let app, let repository): "app \(app.id) \(repository) " + app.privateKey.reveal()
    }
  }
}
