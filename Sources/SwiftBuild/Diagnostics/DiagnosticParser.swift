// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import ReviewContract

/// Finds compiler diagnostics in the output of `swift build`, and in the compiler's files.
struct DiagnosticParser: Sendable {
  /// The number of diagnostics of each severity that are kept.
  static let maximumDiagnostics = 200
  /// Characters of a message.
  static let maximumMessage = 500

  let repositoryRoot: String
  private(set) var diagnostics: [BuildDiagnostic] = []
  private(set) var counts: [Severity: Int] = [:]
  private(set) var seen: Set<BuildDiagnostic> = []

  /// Parses one line: `/repo/Sources/A/a.swift:3:7: error: cannot find 'x' in scope`. Diagnostics outside the
  /// repository, or in a dependency, are ignored because the change cannot fix them.
  mutating func read(_ line: String) {
    if let diagnostic = Self.parse(line, repositoryRoot) { add(diagnostic) }
  }

  /// Adds a diagnostic once: the compiler repeats many, when it emits the module and when it compiles the file.
  mutating func add(_ diagnostic: BuildDiagnostic) {
    guard counts[diagnostic.severity, default: 0] < Self.maximumDiagnostics, seen.insert(diagnostic).inserted else {
      return
    }
    counts[diagnostic.severity, default: 0] += 1
    diagnostics.append(diagnostic)
  }

  private static func parse(_ line: String, _ root: String) -> BuildDiagnostic? {
    guard line.hasPrefix("/") else { return nil }
    for (word, severity) in [(": error: ", Severity.error), (": warning: ", .warning)] {
      guard let marker = line.firstRange(of: word) else { continue }
      let place = line[..<marker.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      guard place.count >= 3, let column = Int(place[place.count - 1]), let number = Int(place[place.count - 2]),
        (1...100_000_000).contains(number), (0...100_000_000).contains(column)
      else { return nil }
      let absolute = place.dropLast(2).joined(separator: ":")
      guard let path = pathInRoot(absolute, root) else { return nil }
      let message = String(withoutGroup(line[marker.upperBound...]).prefix(maximumMessage))
      return BuildDiagnostic(severity: severity, path: path, line: number, column: max(1, column), message: message)
    }
    return nil
  }

  /// The path of a file in the repository; `nil` for others, and for files in build folders.
  static func pathInRoot(_ absolute: String, _ root: String) -> String? {
    String(relativePathOfFile: absolute, from: root)
      .flatMap { $0.hasPrefix(".build/") || $0.contains("/.build/") ? nil : $0 }
  }

  /// Removes ` [#DeprecatedDeclaration]`, which only the printed form has.
  private static func withoutGroup(_ message: Substring) -> Substring {
    guard message.last == "]", let start = message.lastIndex(of: "["), message[start...].hasPrefix("[#") else {
      return message
    }
    let rest = message[..<start]
    return rest.last == " " ? rest.dropLast() : rest
  }
}

/// Reads the `.dia` file that the compiler writes for each source file. Unlike printed diagnostics, the file still
/// exists when an incremental build did not compile the source again.
struct SerializedDiagnostics: Sendable {
  /// The number of diagnostics of one file that are kept.
  static let maximumDiagnostics = 1000

  /// The prefix that is removed from paths.
  let repositoryRoot: String

  /// The warnings and errors; notes belong to one of them and are left out.
  func parse(_ bytes: [UInt8]) throws(Bitstream.Malformed) -> [BuildDiagnostic] {
    var stream = try Bitstream(bytes, magic: "DIAG")
    var files: [UInt64: ArraySlice<UInt8>] = [:]
    var found: [BuildDiagnostic] = []
    var depth = 0
    try stream.walk { event in
      switch event {
      case .enter(Self.diagnosticBlock): depth += 1
      case .leave(Self.diagnosticBlock): depth -= 1
      case .record(Self.diagnosticBlock, let record):
        if record.code == Self.fileRecord, let id = record.values.first {
          files[id] = record.text
        } else if record.code == Self.diagnosticRecord, depth == 1, found.count < Self.maximumDiagnostics {
          if let diagnostic = diagnostic(record, files) { found.append(diagnostic) }
        }
      default: break
      }
    }
    return found
  }

  private static let diagnosticBlock: UInt64 = 9
  private static let diagnosticRecord: UInt64 = 2
  private static let fileRecord: UInt64 = 6

  /// Severity, file, line, column, offset, category, flag; and the message.
  private func diagnostic(_ record: Bitstream.Record, _ files: [UInt64: ArraySlice<UInt8>]) -> BuildDiagnostic? {
    guard record.values.count >= 4, let file = files[record.values[1]] else { return nil }
    let severity: Severity
    switch record.values[0] {
    case 2: severity = .warning
    case 3, 4: severity = .error
    default: return nil
    }
    let (line, column) = (record.values[2], record.values[3])
    guard (1...100_000_000).contains(line), column <= 100_000_000 else { return nil }
    guard let path = DiagnosticParser.pathInRoot(String(decoding: file, as: UTF8.self), repositoryRoot) else {
      return nil
    }
    return BuildDiagnostic(
      severity: severity, path: path, line: Int(line), column: max(1, Int(column)),
      message: String(String(decoding: record.text, as: UTF8.self).prefix(DiagnosticParser.maximumMessage)))
  }
}

/// Finds the compiler's diagnostics for a package's own targets in its build folder.
struct DiagnosticFiles: Sendable {
  static let maximumFiles = 5000
  static let maximumBytes = 4 << 20

  let package: PackageDirectory
  /// The root of the checkout in the compiler's paths.
  let insideRoot: String

  /// Returns the diagnostics of existing sources, and the number of unreadable files.
  func read(_ layout: PackageLayout) -> (diagnostics: [BuildDiagnostic], unreadable: Int) {
    let reader = SerializedDiagnostics(repositoryRoot: insideRoot)
    var found: [BuildDiagnostic] = []
    var unreadable = 0
    // Nothing was built, or the package's code replaced the folder.
    guard let products = try? package.products else { return ([], 0) }
    for file in files(layout, in: products).prefix(Self.maximumFiles) {
      do {
        let bytes = try products.bytes(at: file, limit: Self.maximumBytes)
        // The compiler writes an empty file when it has no diagnostics.
        if !bytes.isEmpty { found += try reader.parse(bytes) }
      } catch {
        unreadable += 1
      }
    }
    return (found.filter { exists($0.path) }, unreadable)
  }

  private func files(_ layout: PackageLayout, in products: ContainedDirectory) -> [String] {
    layout.targets.map(\.name).sorted().flatMap { target -> [String] in
      let folder = "\(target.map { $0.isLetter || $0.isNumber ? $0 : "_" }.map(String.init).joined()).build"
      // A target in another language, or one that was not built, has no files.
      let entries = (try? products.entries(of: folder)) ?? []
      return entries.filter { $0.name.hasSuffix(".dia") }.map { "\(folder)/\($0.name)" }
    }
  }

  /// Whether the source exists: the files outlive their sources.
  private func exists(_ path: String) -> Bool {
    package.checkout.status(of: path, links: .followedBelow) != nil
  }
}
