// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import ReviewContract

extension GitRepository {
  /// The maximum size of a version that is read, in bytes.
  private static let largestSource = 1 << 20
  /// The maximum size of all versions together, in bytes.
  private static let maximumSourceBytes = 32 << 20

  /// Returns the texts of the changed files, within the limits of ``ChangedSource``.
  func sources(of compared: ComparedFiles, interruption: Interruption) throws(WorkspaceError) -> [ChangedSource] {
    var texts: [BlobText] = []
    var rest = Self.maximumSourceBytes
    for file in compared.changes.files.prefix(ChangedSource.maximumFiles) {
      try interruption.check()
      if let omission = Self.omission(of: file) {
        texts.append(BlobText(file: file, omission: omission))
        continue
      }
      guard rest > 0, let blobs = compared.blobs[file.path] else {
        texts.append(BlobText(file: file, omission: .noRoom))
        continue
      }
      let old = file.status == .added ? [] : try bytes(of: blobs.old, limit: Self.largestSource)
      let new = file.status == .deleted ? [] : try bytes(of: blobs.new, limit: Self.largestSource)
      guard let old, let new else {
        texts.append(BlobText(file: file, omission: .tooLarge))
        continue
      }
      rest -= old.count + new.count
      texts.append(BlobText(file: file, old: old, new: new))
    }
    return BlobText.fitting(texts, into: ChangedSource.maximumBytes)
  }

  private static func omission(of file: ChangedFile) -> ChangedSource.Omission? {
    switch file.kind {
    case .symbolicLink: .symbolicLink
    case .submodule: .submodule
    case .regular, .executable: file.isBinary ? .binary : nil
    }
  }
}

/// Both versions of a changed file.
struct BlobText {
  /// The lines of context of each attempt, until all files fit. The first shows most files whole.
  private static let contexts = [40, 10, 3]
  /// The overhead of a line besides its text, in bytes.
  private static let lineBytes = 8

  private let file: ChangedFile
  private let omission: ChangedSource.Omission?
  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
  private let isNewEnded: Bool

  init(file: ChangedFile, old: [UInt8] = [], new: [UInt8] = [], omission: ChangedSource.Omission? = nil) {
    self.file = file
    self.omission = omission
    self.old = Self.lines(old)
    self.new = Self.lines(new)
    isNewEnded = new.last == UInt8(ascii: "\n")
  }

  private func source(_ sections: [ChangedSource.Section], isCut: Bool = false) -> ChangedSource {
    let ended = isNewEnded ? new[...] : new.dropLast()
    let returns = ended.count { $0.last == UInt8(ascii: "\r") }
    return ChangedSource(
      file, omission: isCut && sections.isEmpty ? .noRoom : omission, sections: sections, isCut: isCut,
      lineEnds: returns == 0 ? nil : returns == ended.count ? .crlf : .mixed,
      unendedLine: isNewEnded || new.isEmpty ? nil : new.count)
  }

  /// Returns the files with as much context as fits. If not even the smallest context fits, the longest files are cut.
  ///
  /// - Parameter budget: the size of all files together, in bytes.
  static func fitting(_ texts: [BlobText], into budget: Int) -> [ChangedSource] {
    var made: [[ChangedSource.Section]] = []
    for context in contexts {
      made = texts.map { $0.sections(context: context) }
      if made.reduce(0, { $0 + size($1) }) <= budget {
        return zip(texts, made).map { $0.source($1) }
      }
    }
    // The shortest first: the unused part of their shares is available to the longer ones.
    var rest = budget
    var result: [Int: ChangedSource] = [:]
    for (position, index) in texts.indices.sorted(by: { size(made[$0]) < size(made[$1]) }).enumerated() {
      let (text, share) = (texts[index], rest / (texts.count - position))
      let sections = cut(made[index], to: share)
      rest -= size(sections)
      let isCut = size(sections) < size(made[index])
      result[index] = text.source(sections, isCut: isCut)
    }
    return texts.indices.compactMap { result[$0] }
  }

  private static func size(_ sections: [ChangedSource.Section]) -> Int {
    sections.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.utf8.count + lineBytes } }
  }

  private static func cut(_ sections: [ChangedSource.Section], to budget: Int) -> [ChangedSource.Section] {
    var rest = budget
    var kept: [ChangedSource.Section] = []
    for section in sections {
      let lines = section.lines.prefix { line in
        rest -= line.utf8.count + lineBytes
        return rest >= 0
      }
      if !lines.isEmpty {
        kept.append(
          ChangedSource.Section(oldStart: section.oldStart, newStart: section.newStart, lines: Array(lines)))
      }
      if lines.count < section.lines.count { break }
    }
    return kept
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Returns the hunks with lines of context around them; adjacent ones are one section.
  private func sections(context: Int) -> [ChangedSource.Section] {
    var sections: [ChangedSource.Section] = []
    var (oldNext, newNext) = (1, 1)
    var open: (old: Int, new: Int, lines: [String])?
    func close() {
      guard let section = open else { return }
      let after = new.dropFirst(newNext - 1).prefix(context).map { Self.line(" ", $0) }
      sections.append(
        ChangedSource.Section(oldStart: section.old, newStart: section.new, lines: section.lines + after))
    }
    for hunk in file.hunks {
      // The start of an empty range is the line before it.
      let oldStart = hunk.oldCount == 0 ? hunk.oldStart + 1 : hunk.oldStart
      let newStart = hunk.newCount == 0 ? hunk.newStart + 1 : hunk.newStart
      let gap = newStart - newNext
      guard gap >= 0, gap == oldStart - oldNext, oldStart - 1 + hunk.oldCount <= old.count,
        newStart - 1 + hunk.newCount <= new.count
      else { break }
      if open == nil || gap > 2 * context {
        close()
        let lead = min(gap, context)
        open = (oldStart - lead, newStart - lead, [])
      }
      let shown = newStart - (open.map { $0.lines.isEmpty ? $0.new : newNext } ?? newStart)
      open?.lines += new[(newStart - 1 - shown)..<(newStart - 1)].map { Self.line(" ", $0) }
      open?.lines += old[(oldStart - 1)..<(oldStart - 1 + hunk.oldCount)].map { Self.line("-", $0) }
      open?.lines += new[(newStart - 1)..<(newStart - 1 + hunk.newCount)].map { Self.line("+", $0) }
      (oldNext, newNext) = (oldStart + hunk.oldCount, newStart + hunk.newCount)
    }
    close()
    return sections
  }

  private static func line(_ mark: String, _ bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    guard text.count > ChangedSource.maximumLineBytes else { return mark + String(decoding: text, as: UTF8.self) }
    // Not within a character.
    let end = (text.startIndex...(text.startIndex + ChangedSource.maximumLineBytes)).last { text[$0] & 0xc0 != 0x80 }
    return mark + String(decoding: text[..<(end ?? text.startIndex)], as: UTF8.self) + "…"
  }
}
