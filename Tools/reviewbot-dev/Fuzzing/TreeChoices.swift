// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Makes trees of files, links and submodules from the bytes of an input.
struct TreeChoices {
  struct Entry: Equatable {
    let mode: String
    let content: [UInt8]
  }

  private static let folders = ["Sources/T", "Sources/T/in", "Sources/T/.hidden", "Other", "Other/deep", "Data"]
  private static let names = [
    "a.swift", "b.swift", "c.swift", "notes.txt", "main.swift", "ä.swift", "x y.swift", "link", "more.data",
  ]
  /// The marks of a name with a backslash, a byte that is not UTF-8, and 256 bytes.
  private static let odd = ["back\\slash.swift", "\u{1}.swift", "\u{2}.swift"]
  private static let attributes = [
    "* binary", "*.swift -diff", "*.swift -text", "*.swift text eol=crlf", "*.swift working-tree-encoding=UTF-16",
    "* export-ignore", "*.swift filter=x diff=y merge=z", "[attr]b -diff\n*.swift b",
    "Sources/** -diff linguist-generated",
  ]

  private var bytes: ArraySlice<UInt8>
  private let outside: String
  private var number = 0

  init(_ bytes: [UInt8], outside: String) {
    self.bytes = bytes[...]
    self.outside = outside
  }

  /// - Parameter objects: the entries to start from.
  mutating func tree(objects: [String: Entry]) -> [String: Entry] {
    var files = objects
    for _ in 0..<(2 + choice(6)) {
      let path = self.path()
      // A place is either a file or a folder.
      for other in files.keys where other.hasPrefix(path + "/") || path.hasPrefix(other + "/") { files[other] = nil }
      files[path] = choice(12) == 0 ? nil : entry()
    }
    if choice(4) == 0 {
      files[".gitattributes"] = Entry(mode: "100644", content: Array(pick(Self.attributes).utf8) + [0x0a])
    }
    files["Sources/T/t.swift"] = files["Sources/T/t.swift"] ?? Entry(mode: "100644", content: Array("\n".utf8))
    return files
  }

  /// Returns the bytes of a name in git's tree.
  static func bytes(of name: String) -> [UInt8] {
    switch name {
    case "\u{1}.swift": [0xe4] + Array(".swift".utf8)
    case "\u{2}.swift": [UInt8](repeating: UInt8(ascii: "n"), count: 250) + Array(".swift".utf8)
    default: Array(name.utf8)
    }
  }

  static func isOmitted(_ path: String) -> Bool {
    path.hasPrefix("Sources/T/") && odd.contains { path.hasSuffix("/" + $0) }
  }

  private mutating func path() -> String {
    let name = choice(14) == 0 ? pick(Self.odd) : pick(Self.names)
    switch choice(24) {
    case 0: return "Sources/T"
    case 1: return "Sources"
    case 2: return ".build/x.swift"
    default: return "\(pick(Self.folders))/\(name)"
    }
  }

  private mutating func entry() -> Entry {
    switch choice(10) {
    case 0...3: return Entry(mode: "120000", content: Array(target().utf8))
    case 4 where choice(3) == 0: return Entry(mode: "160000", content: [])
    case 5: return Entry(mode: "100755", content: text())
    default: return Entry(mode: "100644", content: text())
    }
  }

  private mutating func target() -> String {
    let place = "\(pick(Self.folders))/\(pick(Self.names))"
    switch choice(16) {
    case 0: return "\(outside)/Out.swift"
    case 1: return outside
    case 2: return "../../../../../../../../../../..\(outside)/Out.swift"
    case 3: return "."
    case 4: return ".."
    case 5: return pick(Self.names)
    case 6: return "../../\(pick(Self.folders))/"
    case 7: return "../../\(pick(Self.folders))"
    case 8: return "../\(pick(Self.folders))"
    case 9: return "../../.build/x.swift"
    case 10: return "../../missing.swift"
    case 11: return "../../Sources/T/../T/\(pick(Self.names))"
    case 12: return ".//\(pick(Self.names))"
    case 13: return "../\(place)"
    default: return "../../\(place)"
    }
  }

  /// Returns a different text each time, with a force unwrap.
  private mutating func text() -> [UInt8] {
    number += 1
    let code = Array(UncheckedSubject.code(number).utf8)
    func nested(_ open: String, _ close: String, _ count: Int, in middle: String = "1") -> [UInt8] {
      let text = String(repeating: open, count: count) + middle + String(repeating: close, count: count)
      return Array("let deep = \(text)\n".utf8)
    }
    switch choice(24) {
    case 0: return code + [0] + code
    case 1: return [0] + code
    case 2: return Array("// a\rlet b = 1\n".utf8) + code
    case 3: return Array("// a\r\n".utf8) + code + Array("\r\n".utf8)
    case 4: return Array("\u{feff}".utf8) + code
    case 5: return Array("// ".utf8) + [0xff, 0xfe, 0x0a] + code
    case 6: return nested("(", ")", 100 + 40 * choice(16)) + code
    case 7: return nested("{ ", " }", 100 + 20 * choice(16)) + code
    case 8: return nested("[", "]", 1 + choice(16)) + code
    case 9: return nested("", ".b()", 100 * (1 + choice(9)), in: "a") + code
    case 10: return nested("try ", "", 200 * (1 + choice(9)), in: "a()") + code
    case 11:
      return Array("func f() { if a {}\(String(repeating: " else if a {}", count: 100 * (1 + choice(9)))) }\n".utf8)
        + code
    case 12: return Array("#if true\n".utf8) + code + Array("#endif\n".utf8)
    case 13: return Array("// Generated by a program. DO NOT EDIT.\n".utf8) + code
    case 14 where choice(8) == 0: return [UInt8](repeating: 0x20, count: (2 << 20) + 1) + [0x0a] + code
    case 16: return code + Array("/* ".utf8) + [0] + Array(" */".utf8)
    case 17: return Array("version https://git-lfs.github.com/spec/v1\n".utf8) + code
    default: return code
    }
  }

  private mutating func choice(_ count: Int) -> Int { Int(bytes.popFirst() ?? 0) % count }

  private mutating func pick(_ list: [String]) -> String { list[choice(list.count)] }
}
