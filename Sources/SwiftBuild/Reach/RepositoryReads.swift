// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Searches a source for code that can read files of the repository, or start programs that do.
///
/// A search for words, in comments and strings as well: a file that reads only what it wrote is found, and what is
/// found counts as a reader. `file: StaticString = #filePath` is the place of a failure, and no reader.
struct RepositoryReads: Sendable {
  /// Types and functions with which Swift, Foundation, C and C++ open files and follow paths.
  private static let files: Set<String> = [
    "FileManager", "FileHandle", "FileWrapper", "InputStream", "FileDescriptor", "FilePath", "FileSystem",
    "fileSystem", "localFileSystem", "AbsolutePath", "NonBlockingFileIO", "NSURL", "NSData", "NSBundle",
    "NSFileManager", "fileURLWithPath", "contentsOfFile", "contentsOfDirectory", "currentDirectoryPath",
    "currentDirectoryURL", "currentDirectory", "packageDirectory", "_filePath", "fopen", "freopen", "openat", "opendir",
    "readdir", "readlink", "realpath", "getcwd", "chdir", "mmap", "ifstream", "fstream", "filesystem", "incbin",
    "__FILE__",
  ]
  /// Those that load code and start programs.
  private static let programs: Set<String> = [
    "Process", "Subprocess", "NSTask", "dlopen", "dlsym", "popen", "posix_spawn", "posix_spawnp", "vfork", "execl",
    "execlp", "execv", "execve", "execvp", "syscall", "_silgen_name", "_extern",
  ]
  private static let words = files.union(programs)
  /// Functions that open files, and have common words for names: only where a parenthesis follows.
  private static let fileCalls: Set<String> = ["open", "stat", "lstat", "glob", "access"]
  /// Those that start programs.
  private static let programCalls: Set<String> = ["fork", "system"]
  private static let calls = fileCalls.union(programCalls)
  /// Compiler's names of the file, with a number sign.
  private static let places: Set<String> = ["file", "filePath", "fileID", "embed"]
  /// What ``interface(in:)`` looks at.
  private static let wanted = WordFilter(words.union(calls).union(places).union(["Bundle"]))
  private static let wantedPrograms = WordFilter(programs.union(programCalls))
  private static let plugins = WordFilter(["plugin"])
  private static let imports = WordFilter(["import"])
  private static let literals = ["../", "\"..\"", "\"./", "\"file:"]

  /// Beginnings of the paths of targets, such as `Sources/`, in text that could be a path.
  private let folders: [String]

  /// - Parameter folders: the folders of the targets, relative to the package.
  init(folders: [String]) {
    let first = Set(folders.compactMap { $0.split(separator: "/").first.map(String.init) })
    self.folders = first.sorted().flatMap { ["\($0)/", "\"\($0)\""] }
  }

  /// The first word or literal that reads a file; `nil` for none.
  func first(in text: String) -> String? {
    if let word = Self.interface(in: text) { return word }
    var text = text
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      if let literal = (Self.literals + folders).first(where: { bytes.count(of: $0, upTo: 1) > 0 }) { return literal }
      // The folder itself, unless a text is split or joined.
      return bytes.count(of: "\".\"") > bytes.count(of: "separator: \".\"") ? "\".\"" : nil
    }
  }

  /// As ``first(in:)``, without literals, for a manifest, which names the folders of its targets.
  static func interface(in text: String) -> String? {
    var words = SourceWords(text)
    while let word = words.next(among: wanted) {
      if Self.words.contains(word) { return word }
      if calls.contains(word), words.isFollowed(by: "(") { return word }
      switch word {
      case "Bundle" where !words.isFollowed(by: ".module"): return word
      // A location of Swift Testing has an argument of the same name.
      case "filePath" where ["URL", "init"].contains(words.previous) && words.isPreceded(by: "("):
        return "URL(filePath:)"
      case _ where places.contains(word) && words.isPreceded(by: "#"):
        guard words.previous == "StaticString", words.isPreceded(by: "=#") else { return "#\(word)" }
      default: break
      }
    }
    return nil
  }

  /// Whether a manifest can declare a plugin. A name of one in a pattern without arguments does not.
  static func namesPlugin(in manifest: String) -> Bool {
    var words = SourceWords(manifest)
    while let word = words.next(among: plugins) {
      let types: Set<String> = ["Product", "Target", "Self", "self"]
      if word == "plugin", words.isFollowed(by: "(") || words.isFollowed(by: "`(") || types.contains(words.previous) {
        return true
      }
    }
    return false
  }

  /// The first word that loads code or starts a program; `nil` for none. Lines of comments do not count.
  ///
  /// What a program reads that was built from the package depends on the sources of the program, which it does not open.
  static func program(in text: String) -> String? {
    // Most sources have none of the words.
    guard firstProgram(in: text) != nil else { return nil }
    let code = text.utf8.split(separator: UInt8(ascii: "\n")).filter { !isComment($0) }
    return firstProgram(in: String(decoding: Array(code.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self))
  }

  private static func firstProgram(in text: String) -> String? {
    var words = SourceWords(text)
    while let word = words.next(among: wantedPrograms) {
      if programs.contains(word) || programCalls.contains(word) && words.isFollowed(by: "(") { return word }
    }
    return nil
  }

  /// Whether a line of Swift has no code wherever it is: also in a literal or a comment of several lines, where it could
  /// interpolate code or end what it is in.
  private static func isComment(_ line: Substring.UTF8View) -> Bool {
    guard line.drop(while: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }).starts(with: "//".utf8) else {
      return false
    }
    return Array(line).withUnsafeBytes { bytes in
      !["*/", "\\", "\"\"\"", "/#", "\r"].contains { bytes.count(of: $0, upTo: 1) > 0 }
    }
  }

  /// The modules that a Swift file imports.
  static func imports(in text: String) -> Set<String> {
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor"]
    var words = SourceWords(text)
    var found: Set<String> = []
    while let word = words.next(among: imports) {
      // The URLs of proposals have names such as `member-import-visibility`.
      guard word == "import", !words.isHyphenated, var module = words.next() else { continue }
      if kinds.contains(module) { module = words.next() ?? module }
      found.insert(module)
    }
    return found
  }
}

/// The words of a source: letters, digits and underscores.
struct SourceWords {
  private let bytes: [UInt8]
  /// The place of the current word.
  private var start = 0
  private var end = 0
  private var before = 0..<0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// - Parameter filter: the other words are passed over.
  mutating func next(among filter: WordFilter? = nil) -> String? {
    let bytes = bytes
    return bytes.withUnsafeBufferPointer { bytes in
      while true {
        before = start..<end
        start = end
        while start < bytes.count, !Self.isWord(bytes[start]) { start += 1 }
        end = start
        while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
        guard start < end else { return nil }
        if filter?.admits(bytes[start], count: end - start) ?? true {
          return String(decoding: bytes[start..<end], as: UTF8.self)
        }
      }
    }
  }

  /// The word before the current one; empty at the beginning.
  var previous: String { String(decoding: bytes[before], as: UTF8.self) }

  /// Whether a hyphen is directly before the current word. On an earlier line it can end a comment.
  var isHyphenated: Bool { start > 0 && bytes[start - 1] == UInt8(ascii: "-") }

  /// Whether a text follows the current word, white space apart.
  func isFollowed(by text: String) -> Bool {
    var place = end
    for byte in text.utf8 {
      while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
      guard place < bytes.count, bytes[place] == byte else { return false }
      place += 1
    }
    return true
  }

  /// Whether a text is before the current word, white space apart.
  func isPreceded(by text: String) -> Bool {
    var place = start - 1
    for byte in text.utf8.reversed() {
      while place >= 0, Self.isSpace(bytes[place]) { place -= 1 }
      guard place >= 0, bytes[place] == byte else { return false }
      place -= 1
    }
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

/// The first bytes and the lengths of some words, so that most others are recognized without being compared.
struct WordFilter: Sendable {
  private static let longest = 64
  private var isAdmitted = [Bool](repeating: false, count: 256 * longest)

  /// - Parameter words: of less than 64 bytes.
  init(_ words: Set<String>) {
    for word in words.map({ Array($0.utf8) }) {
      precondition(word.count < Self.longest, "a word of \(word.count) bytes")
      if let first = word.first { isAdmitted[Int(first) * Self.longest + word.count] = true }
    }
  }

  func admits(_ first: UInt8, count: Int) -> Bool {
    count < Self.longest && isAdmitted[Int(first) * Self.longest + count]
  }
}

extension UnsafeRawBufferPointer {
  /// The number of places of a text, which do not overlap.
  ///
  /// - Parameters:
  ///   - text: not empty.
  ///   - limit: the number after which the search ends.
  fileprivate func count(of text: String, upTo limit: Int = .max) -> Int {
    let wanted = Array(text.utf8)
    var (found, place) = (0, 0)
    while found < limit, let start = baseAddress, place + wanted.count <= count,
      let first = memchr(start + place, Int32(wanted[0]), count - wanted.count + 1 - place)
    {
      place = UnsafeRawPointer(first) - start
      let isFound = memcmp(start + place, wanted, wanted.count) == 0
      found += isFound ? 1 : 0
      place += isFound ? wanted.count : 1
    }
    return found
  }
}
