// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A pattern for paths from the repository's root.
///
/// `*` and `?` match within one component of a path, `**` across components, `[abc]` and `[!a-z]` match one character,
/// `{a,b}` is a choice of words. A pattern without a wildcard also matches everything below the folder that it names.
/// Matching takes at most pattern × path steps.
public struct Glob: Hashable, Sendable {
  public let pattern: String
  private let alternatives: [Alternative]

  /// Parses a pattern; `nil` when a bracket or brace is not closed, or the pattern is empty, absolute, or leaves the
  /// repository.
  public init?(_ pattern: String) {
    guard !pattern.isEmpty, !pattern.hasPrefix("/"), !pattern.split(separator: "/").contains("..") else { return nil }
    guard let spellings = Glob.expandBraces(pattern) else { return nil }
    var alternatives: [Alternative] = []
    for spelling in spellings {
      guard let tokens = Glob.tokens(of: spelling) else { return nil }
      alternatives.append(Alternative(tokens))
      if !tokens.contains(where: \.isWildcard) || spelling.hasSuffix("/") {
        let folder = spelling.hasSuffix("/") ? tokens : tokens + [.literal(UInt8(ascii: "/"))]
        alternatives.append(Alternative(folder + [.anyParts]))
      }
    }
    self.pattern = pattern
    self.alternatives = alternatives
  }

  /// - Parameter path: a relative path with `/` between its components. Compared byte by byte.
  public func matches(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    return alternatives.contains { $0.matches(bytes) }
  }
}

extension Glob {
  fileprivate enum Token: Hashable, Sendable {
    case literal(UInt8)
    case anyByte
    case anyRun
    case anyParts
    /// `**/`: any number of whole components, including none.
    case anyFolders
    case oneOf([ClosedRange<UInt8>], negated: Bool)

    var byte: UInt8? {
      if case .literal(let byte) = self { byte } else { nil }
    }

    var isWildcard: Bool { byte == nil }
  }

  fileprivate struct Alternative: Hashable, Sendable {
    /// The bytes before the first wildcard and after the last one, which most paths do not have.
    private let start: [UInt8]
    private let end: [UInt8]
    private let middle: [Token]

    init(_ tokens: [Token]) {
      start = tokens.prefix { !$0.isWildcard }.compactMap(\.byte)
      let rest = tokens.dropFirst(start.count)
      let last = rest.reversed().prefix { !$0.isWildcard }.count
      end = rest.suffix(last).compactMap(\.byte)
      middle = Array(rest.dropLast(last))
    }

    func matches(_ path: [UInt8]) -> Bool {
      guard path.count >= start.count + end.count, path.starts(with: start), path.suffix(end.count).elementsEqual(end)
      else { return false }
      return Glob.match(middle, path[start.count..<(path.count - end.count)])
    }
  }

  private static let maximumAlternatives = 64

  private static func expandBraces(_ pattern: String) -> [String]? {
    guard let open = pattern.firstIndex(of: "{") else { return pattern.contains("}") ? nil : [pattern] }
    guard let close = pattern[open...].firstIndex(of: "}") else { return nil }
    let inside = pattern[pattern.index(after: open)..<close]
    guard !inside.contains("{") else { return nil }
    let head = pattern[..<open]
    guard let tails = expandBraces(String(pattern[pattern.index(after: close)...])) else { return nil }
    let alternatives = inside.split(separator: ",", omittingEmptySubsequences: false)
    guard alternatives.count * tails.count <= maximumAlternatives else { return nil }
    return alternatives.flatMap { word in tails.map { head + word + $0 } }
  }

  private static func tokens(of pattern: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = Array(pattern.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"):
        guard rest.first == byte else {
          tokens.append(.anyRun)
          continue
        }
        rest.removeFirst()
        if rest.first == UInt8(ascii: "/") {
          rest.removeFirst()
          tokens.append(.anyFolders)
        } else {
          tokens.append(.anyParts)
        }
      case UInt8(ascii: "?"): tokens.append(.anyByte)
      case UInt8(ascii: "["):
        guard let set = oneOf(&rest) else { return nil }
        tokens.append(set)
      default: tokens.append(.literal(byte))
      }
    }
    return tokens
  }

  private static func oneOf(_ rest: inout ArraySlice<UInt8>) -> Token? {
    let negated = rest.first == UInt8(ascii: "!")
    if negated { rest.removeFirst() }
    guard let close = rest.firstIndex(of: UInt8(ascii: "]")), close > rest.startIndex else { return nil }
    var inside = rest[..<close]
    rest = rest[(close + 1)...]
    var ranges: [ClosedRange<UInt8>] = []
    while let low = inside.popFirst() {
      if inside.first == UInt8(ascii: "-"), inside.count > 1 {
        inside.removeFirst()
        guard let high = inside.popFirst(), low <= high else { return nil }
        ranges.append(low...high)
      } else {
        ranges.append(low...low)
      }
    }
    return .oneOf(ranges, negated: negated)
  }

  /// Follows all possible matches at once: `reached[i]` means that the first `i` tokens match the path so far,
  /// `inside[i]` that token `i` is a `**/` in the middle of a component.
  fileprivate static func match(_ tokens: [Token], _ path: ArraySlice<UInt8>) -> Bool {
    var reached = [Bool](repeating: false, count: tokens.count + 1)
    var inside = [Bool](repeating: false, count: tokens.count)
    reached[0] = true
    skipOptionalTokens(tokens, &reached)
    for byte in path {
      var next = [Bool](repeating: false, count: tokens.count + 1)
      let isSlash = byte == UInt8(ascii: "/")
      for (index, token) in tokens.enumerated() where reached[index] || inside[index] {
        switch token {
        case .literal(let expected): if byte == expected { next[index + 1] = true }
        case .anyByte: if !isSlash { next[index + 1] = true }
        case .anyRun: if !isSlash { next[index] = true }
        case .anyParts: next[index] = true
        case .anyFolders:
          inside[index] = true
          if isSlash { next[index + 1] = true }
        case .oneOf(let ranges, let negated):
          if !isSlash, ranges.contains(where: { $0.contains(byte) }) != negated { next[index + 1] = true }
        }
      }
      skipOptionalTokens(tokens, &next)
      reached = next
    }
    return reached[tokens.count]
  }

  private static func skipOptionalTokens(_ tokens: [Token], _ reached: inout [Bool]) {
    for (index, token) in tokens.enumerated() where reached[index] {
      if token == .anyRun || token == .anyParts || token == .anyFolders { reached[index + 1] = true }
    }
  }
}

extension Glob: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let glob = Glob(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "not a path pattern: \(text.prefix(80)) (write it from the repository's root, as in Sources/**/*.swift)")
    }
    self = glob
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(pattern)
  }
}

extension String {
  /// Creates the path from `root` to `path`, both absolute; empty for the root itself, `nil` when `path` is outside of
  /// the root or has a component `.` or `..`.
  public init?(relativePath path: String, from root: String) {
    if path == root {
      self = ""
      return
    }
    let prefix = root.hasSuffix("/") ? root : root + "/"
    guard path.hasPrefix(prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0 == ".." || $0 == "." || $0.isEmpty }) else { return nil }
    self.init(rest)
  }

  /// Like ``init(relativePath:from:)`` for a file: `nil` for the root itself.
  public init?(relativePathOfFile path: String, from root: String) {
    self.init(relativePath: path, from: root)
    if isEmpty { return nil }
  }
}
