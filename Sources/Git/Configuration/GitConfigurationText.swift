// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The variables of a git configuration file, in their order. Includes are treated like other variables.
///
/// libgit2 reads such files, too, but resolves their includes with the search paths of the process, and applies every
/// variable. Invalid lines are skipped.
struct GitConfigurationText {
  struct Variable: Hashable {
    /// In lower case.
    let section: String
    /// In the original case.
    var subsection: String?
    /// In lower case.
    let name: String
    /// `nil` for a variable without `=`, which git treats as true.
    var value: String?
  }

  /// The maximum size of a file that is read, in bytes.
  static let largestFile = 1 << 20

  private var rest: ArraySlice<UInt8>
  private var variables: [Variable] = []
  private var section = ""
  private var subsection: String?

  static func variables(in text: [UInt8]) -> [Variable] {
    var parser = GitConfigurationText(rest: text[...])
    parser.parse()
    return parser.variables
  }

  private init(rest: ArraySlice<UInt8>) {
    // A byte order mark is skipped.
    self.rest = rest.starts(with: [0xef, 0xbb, 0xbf]) ? rest.dropFirst(3) : rest
  }

  private mutating func parse() {
    while let byte = rest.first {
      switch byte {
      case Self.newline, Self.space, Self.tab, Self.carriageReturn: rest.removeFirst()
      case UInt8(ascii: "#"), UInt8(ascii: ";"): skipLine()
      case UInt8(ascii: "["): readHeader()
      default: readVariable()
      }
    }
  }

  private mutating func skipLine() {
    rest = rest.drop { $0 != Self.newline }
  }

  /// `[section]`, `[section "Subsection"]`, or the deprecated `[section.subsection]`.
  private mutating func readHeader() {
    rest.removeFirst()
    let name = rest.prefix { Self.isNameByte($0) || $0 == UInt8(ascii: ".") }
    rest = rest.dropFirst(name.count)
    let parts = String(decoding: name, as: UTF8.self).lowercased().split(separator: ".", maxSplits: 1)
    section = parts.first.map(String.init) ?? ""
    subsection = parts.dropFirst().first.map(String.init)
    rest = rest.drop { $0 == Self.space || $0 == Self.tab }
    if rest.first == Self.quote {
      rest.removeFirst()
      var bytes: [UInt8] = []
      while let byte = rest.popFirst(), byte != Self.quote, byte != Self.newline {
        if byte == Self.backslash, let next = rest.popFirst() { bytes.append(next) } else { bytes.append(byte) }
      }
      subsection = String(decoding: bytes, as: UTF8.self)
    }
    guard rest.first == UInt8(ascii: "]") else {
      // Without a section, the following variables have no meaning.
      section = ""
      return skipLine()
    }
    rest.removeFirst()
  }

  private mutating func readVariable() {
    let name = rest.prefix(while: Self.isNameByte)
    rest = rest.dropFirst(name.count).drop { $0 == Self.space || $0 == Self.tab }
    guard !name.isEmpty else { return skipLine() }
    var value: String?
    if rest.first == UInt8(ascii: "=") {
      rest.removeFirst()
      value = readValue()
    } else {
      guard rest.first.map({ [Self.newline, Self.carriageReturn].contains($0) }) ?? true else { return skipLine() }
    }
    guard !section.isEmpty else { return }
    variables.append(
      Variable(
        section: section, subsection: subsection, name: String(decoding: name, as: UTF8.self).lowercased(),
        value: value))
  }

  /// Reads the value up to the end of the line or a comment, without surrounding spaces, quotes and escapes.
  private mutating func readValue() -> String {
    var bytes: [UInt8] = []
    // The length without trailing spaces, except those in quotes.
    var length = 0
    var isQuoted = false
    while let byte = rest.popFirst(), byte != Self.newline {
      if byte == Self.carriageReturn, rest.first == Self.newline { continue }
      switch byte {
      case Self.quote:
        isQuoted.toggle()
        length = bytes.count
        continue
      case Self.backslash:
        guard let next = rest.popFirst() else { continue }
        if next == Self.newline { continue }
        bytes.append(Self.escapes[next] ?? next)
      case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
        skipLine()
        continue
      case Self.space, Self.tab:
        if !isQuoted {
          if !bytes.isEmpty { bytes.append(byte) }
          continue
        }
        bytes.append(byte)
      default: bytes.append(byte)
      }
      length = bytes.count
    }
    return String(decoding: bytes.prefix(length), as: UTF8.self)
  }

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): newline, UInt8(ascii: "t"): tab, UInt8(ascii: "b"): 8,
  ]

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }
}

extension GitConfigurationText.Variable {
  /// Reads a name such as `safe.directory` or `includeIf.gitdir:~/work/.path`; `nil` without a section.
  init?(key: some StringProtocol, value: String?) {
    guard let first = key.firstIndex(of: "."), let last = key.lastIndex(of: ".") else { return nil }
    let middle = first < last ? String(key[key.index(after: first)..<last]) : nil
    self.init(
      section: key[..<first].lowercased(), subsection: middle, name: key[key.index(after: last)...].lowercased(),
      value: value)
  }
}
