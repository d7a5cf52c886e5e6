// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// A scheme, a host and a port: the scope of a credential.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// In lower case; an IPv6 address is in brackets.
  public let host: String
  /// The port; the default port of the scheme if the text has none.
  public let port: Int

  /// Fails for other schemes than `http` and `https`, for an authority with a user name, and for characters that no
  /// host name has, because another parser might find another host in them.
  public init?(scheme: String, authority: String) {
    let scheme = scheme.lowercased()
    guard let usualPort = ["http": 80, "https": 443][scheme] else { return nil }
    let (host, port) = Self.split(authority)
    guard !host.isEmpty, Self.isHost(host) else { return nil }
    if let port, !port.isEmpty {
      guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port), (1...65535).contains(number)
      else { return nil }
      self.port = number
    } else {
      self.port = usualPort
    }
    self.scheme = scheme
    self.host = host.lowercased()
  }

  /// Fails if the request has no valid scheme or authority.
  public init?(_ request: HTTPRequest) {
    guard let scheme = request.scheme, let authority = request.authority else { return nil }
    self.init(scheme: scheme, authority: authority)
  }

  /// The host and the port in the form of a URL: without the default port.
  public var authority: String {
    port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
  }

  /// Whether the host is a loopback address or `localhost`.
  public var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
  }

  /// Such as `https://api.example.com`.
  public var description: String { "\(scheme)://\(authority)" }

  private static func split(_ authority: String) -> (host: Substring, port: Substring?) {
    let afterHost =
      if authority.hasPrefix("[") {
        authority.firstIndex(of: "]").map(authority.index(after:)) ?? authority.startIndex
      } else {
        authority.firstIndex(of: ":") ?? authority.endIndex
      }
    guard afterHost < authority.endIndex else { return (authority[...], nil) }
    guard authority[afterHost] == ":" else { return ("", nil) }
    return (authority[..<afterHost], authority[authority.index(after: afterHost)...])
  }

  private static func isHost(_ text: Substring) -> Bool {
    let isAddress = text.hasPrefix("[")
    let name = isAddress ? text.dropFirst().dropLast() : text
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."):
        true
      case UInt8(ascii: ":"): isAddress
      case UInt8(ascii: "-"), UInt8(ascii: "_"): !isAddress
      default: false
      }
    }
  }
}
