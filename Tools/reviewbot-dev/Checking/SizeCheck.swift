// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Checks the sizes of the files of `Sources` and `Lint/Sources`: a file is one idea. A long file contains more than one; many short files
/// spread one over a directory. Generated files do not count.
struct SizeCheck {
  /// The allowed number of lines of the median file.
  static let median = 70...130
  /// A file with fewer lines is short.
  static let shortLines = 25
  /// The maximum percentage of short files.
  static let shortPercent = 10
  /// The maximum number of lines of nine files of ten.
  static let ninthDecile = 250
  static let filesInDirectory = 15

  /// The lines of each file, by path.
  let lines: [String: Int]

  init(_ folder: SourceDirectory) throws {
    let paths = ["Lint/Sources", "Sources"].flatMap { folder.files(below: $0, suffix: ".swift") }.filter {
      !$0.hasSuffix("+Generated.swift")
    }
    self.init(lines: try Dictionary(uniqueKeysWithValues: paths.map { ($0, try folder.lineCount($0)) }))
  }

  init(lines: [String: Int]) {
    self.lines = lines
  }

  /// The figures in one line.
  var summary: String {
    "\(lines.count) files, median \(middle) lines, 9 of 10 at most \(decile), \(short.count) under \(Self.shortLines)"
  }

  /// One sentence for each violated bound; empty without files.
  var problems: [String] {
    guard !lines.isEmpty else { return [] }
    var problems: [String] = []
    if !Self.median.contains(middle) {
      problems.append(
        "the median file of Sources has \(middle) lines; it should have \(Self.median.lowerBound) to \(Self.median.upperBound)"
      )
    }
    if short.count * 100 > lines.count * Self.shortPercent {
      problems.append(
        "\(short.count) of \(lines.count) files of Sources have fewer than \(Self.shortLines) lines, more than "
          + "\(Self.shortPercent) %: join what is one idea")
    }
    if decile > Self.ninthDecile {
      problems.append("1 of 10 files of Sources has more than \(Self.ninthDecile) lines: \(decile)")
    }
    let directories = Dictionary(grouping: lines.keys) { $0.split(separator: "/").dropLast().joined(separator: "/") }
    for (directory, files) in directories.sorted(by: { $0.key < $1.key }) where files.count > Self.filesInDirectory {
      problems.append("\(directory): has \(files.count) files, more than \(Self.filesInDirectory)")
    }
    return problems
  }

  private var sorted: [Int] { lines.values.sorted() }
  private var middle: Int { sorted.isEmpty ? 0 : sorted[lines.count / 2] }
  private var decile: Int { sorted.isEmpty ? 0 : sorted[(lines.count * 9 - 1) / 10] }
  private var short: [Int] { sorted.filter { $0 < Self.shortLines } }
}

extension SourceDirectory {
  fileprivate func lineCount(_ path: String) throws -> Int {
    try text(path)?.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count ?? 0
  }
}
