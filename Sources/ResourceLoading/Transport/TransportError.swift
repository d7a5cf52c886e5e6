// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A request was not answered.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kept a request from being answered. Open: a transport may have codes of its own.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name.
    public let rawValue: String

    /// A code by its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The host's name, or the proxy's, has no address.
    public static let couldNotResolve = Code(rawValue: "couldNotResolve")
    /// Nothing answers at the address.
    public static let couldNotConnect = Code(rawValue: "couldNotConnect")
    /// The server's certificate or its encryption is not acceptable.
    public static let tls = Code(rawValue: "tls")
    /// A time limit passed.
    public static let timedOut = Code(rawValue: "timedOut")
    /// The response is over a limit.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The request was withdrawn before it was sent.
    public static let withdrawn = Code(rawValue: "withdrawn")
    /// The task was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The server redirects to an address that is not allowed.
    public static let redirectRefused = Code(rawValue: "redirectRefused")
    /// The request cannot be sent as it is: its scheme, its address, its body.
    public static let badRequest = Code(rawValue: "badRequest")
    /// A file could not be read.
    public static let unreadableFile = Code(rawValue: "unreadableFile")
    /// A file could not be written.
    public static let unwritableFile = Code(rawValue: "unwritableFile")
    /// The server's rate limit is used up for longer than we wait.
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// A stub has no response for the request.
    public static let unprepared = Code(rawValue: "unprepared")
    /// The connection broke, or the response was not HTTP.
    public static let failed = Code(rawValue: "failed")
  }

  /// What kept the request from being answered.
  public let code: Code
  /// The same for people, in one sentence without a full stop.
  public let message: String
  /// How long the server asks to wait; `nil` when it does not say.
  public let retryAfter: Duration?

  /// An error with its sentence.
  public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  /// Whether the server may have acted on the request although its answer is lost: sending it once more could do a
  /// thing twice.
  public var mayHaveArrived: Bool {
    switch code {
    case .couldNotResolve, .couldNotConnect, .tls, .badRequest, .unreadableFile, .unprepared, .rateLimited, .withdrawn:
      false
    default: true
    }
  }

  /// The sentence.
  public var description: String { message }
}
