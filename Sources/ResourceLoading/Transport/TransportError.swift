// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A request without a response.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason why a request has no response. Open: a transport may have additional codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name of the host, or of the proxy, cannot be resolved.
    public static let couldNotResolve = Code(rawValue: "couldNotResolve")
    /// The address accepts no connection.
    public static let couldNotConnect = Code(rawValue: "couldNotConnect")
    /// The server's certificate or its encryption is not accepted.
    public static let tls = Code(rawValue: "tls")
    /// A time limit passed.
    public static let timedOut = Code(rawValue: "timedOut")
    /// The response exceeds a limit.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The request was withdrawn before it was sent.
    public static let withdrawn = Code(rawValue: "withdrawn")
    /// The task was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The server redirects to an address that is not allowed.
    public static let redirectRefused = Code(rawValue: "redirectRefused")
    /// The request cannot be sent: its scheme, its address or its body is invalid.
    public static let badRequest = Code(rawValue: "badRequest")
    /// A file could not be read.
    public static let unreadableFile = Code(rawValue: "unreadableFile")
    /// A file could not be written.
    public static let unwritableFile = Code(rawValue: "unwritableFile")
    /// The server's rate limit is used up for longer than the maximum pause.
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// A stub has no response for the request.
    public static let unprepared = Code(rawValue: "unprepared")
    /// The connection broke, or the response was not HTTP.
    public static let failed = Code(rawValue: "failed")
  }

  /// The reason why the request has no response.
  public let code: Code
  /// The reason for people, in one sentence without a full stop.
  public let message: String
  /// The delay that the server requests; `nil` if it does not.
  public let retryAfter: Duration?

  /// Creates an error with its message.
  public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  /// Whether the server may have acted on the request although its response is lost: sending it again could repeat the
  /// action.
  public var mayHaveArrived: Bool {
    switch code {
    case .couldNotResolve, .couldNotConnect, .tls, .badRequest, .unreadableFile, .unprepared, .rateLimited, .withdrawn:
      false
    default: true
    }
  }

  /// The message.
  public var description: String { message }
}
