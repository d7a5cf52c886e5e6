// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The full id of a commit or tree: 40 hexadecimal digits (SHA-1) or 64 (SHA-256), in lower case.
public struct CommitID: Hashable, Sendable, CustomStringConvertible {
  public let hex: String

  /// Creates a full id; `nil` for any other text, because an abbreviated id can become ambiguous.
  public init?(_ hex: some StringProtocol) {
    // A concrete type, because the code for the digits of any text is slow.
    let hex = String(hex)
    let digits = hex.utf8
    guard digits.count == 40 || digits.count == 64 else { return nil }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else { return nil }
    self.hex = hex
  }

  /// Git's representation of no commit.
  public static let none = CommitID(unchecked: String(repeating: "0", count: 40))

  private init(unchecked hex: String) {
    self.hex = hex
  }

  /// The first ten digits, for people.
  public var short: String { String(hex.prefix(10)) }

  public var description: String { hex }
}

extension CommitID: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = CommitID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a full commit id: \(text.prefix(80))")
    }
    self = id
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
