// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
public import HTTPTypes

/// An absolute `http` or `https` URL, parsed strictly.
///
/// Text that two URL parsers could interpret differently (user names, spaces, backslashes, control characters) is
/// refused, because one parser decides which server gets a credential, another one which server is connected to.
public struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
  /// Scheme, host and port.
  public let origin: Origin
  /// The path with its query; begins with a slash.
  public let path: String

  /// Fails unless the text is an absolute `http` or `https` URL. A fragment is dropped.
  public init?(_ text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    let rest = text[colon.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard let origin = Origin(scheme: String(text[..<colon.lowerBound]), authority: String(rest[..<end])) else {
      return nil
    }
    self.init(origin: origin, path: String(rest[end...]))
  }

  /// Fails if the request has no valid origin.
  public init?(_ request: HTTPRequest) {
    guard let origin = Origin(request) else { return nil }
    self.init(origin: origin, path: request.path ?? "/")
  }

  private init?(origin: Origin, path: String) {
    var path = path.prefix { $0 != "#" }
    if path.first != "/" { path = "/" + path }
    guard path.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }) else { return nil }
    self.origin = origin
    self.path = String(path)
  }

  private init(origin: Origin, validPath: String) {
    self.origin = origin
    self.path = validPath
  }

  /// The URL.
  public var description: String { origin.description + path }

  /// Returns the address below this one. Segments and query are escaped, so that a slash in a segment stays one
  /// segment.
  public func appending(_ segments: String..., query: KeyValuePairs<String, String> = [:]) -> HTTPAddress {
    appending(segments: segments, query: query.map { ($0.key, $0.value) })
  }

  /// Returns the address below this one. Segments and query are escaped, so that a slash in a segment stays one
  /// segment.
  public func appending(segments: [String], query: [(name: String, value: String)] = []) -> HTTPAddress {
    var path = String(self.path.prefix { $0 != "?" })
    while path.hasSuffix("/") { path.removeLast() }
    path += segments.map { "/" + Self.escape($0) }.joined()
    if !query.isEmpty {
      path += "?" + query.map { "\(Self.escape($0.name))=\(Self.escape($0.value))" }.joined(separator: "&")
    }
    return HTTPAddress(origin: origin, validPath: path.hasPrefix("/") ? path : "/" + path)
  }

  /// Returns the address with a query parameter replaced or added.
  public func replacing(query name: String, with value: String) -> HTTPAddress {
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let name = Self.escape(name)
    let others = parts.dropFirst().joined().split(separator: "&").filter { $0.prefix { $0 != "=" } != name }
    let query = others.map(String.init) + ["\(name)=\(Self.escape(value))"]
    return HTTPAddress(origin: origin, validPath: "\(parts[0])?\(query.joined(separator: "&"))")
  }

  /// Resolves a reference, such as a `Location` header, relative to this address; `nil` if it is not an allowed
  /// address.
  public func resolving(_ reference: String) -> HTTPAddress? {
    if reference.hasPrefix("//") { return HTTPAddress("\(origin.scheme):\(reference)") }
    let start = reference.prefix { !"/?#".contains($0) }
    if start.contains(":") { return HTTPAddress(reference) }
    if reference.hasPrefix("/") { return HTTPAddress(origin: origin, path: reference) }
    let path = self.path.prefix { $0 != "?" }
    if reference.hasPrefix("?") { return HTTPAddress(origin: origin, path: path + reference) }
    if reference.isEmpty || reference.hasPrefix("#") { return self }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return HTTPAddress(origin: origin, path: folder + reference)
  }

  private static func escape(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// Source: RFC 3986, section 2.3.
  private static let unreserved = CharacterSet(
    charactersIn: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~")
}

extension HTTPRequest {
  /// Creates a request to an address.
  public init(_ method: Method = .get, at address: HTTPAddress, headerFields: HTTPFields = [:]) {
    self.init(
      method: method, scheme: address.origin.scheme, authority: address.origin.authority, path: address.path,
      headerFields: headerFields)
  }
}
