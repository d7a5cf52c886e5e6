// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
import KeyedStore
package import ReviewContract

/// The lines whose coverage differed between two runs of one commit.
package struct FlipRecord: Hashable, Codable, Sendable {
  /// The maximum number of lines of a record. More are the effect of something else than chance.
  package static let maximumLines = 500
  private static let maximumPath = 4_096

  /// A line, independent of its number.
  package struct Line: Hashable, Codable, Sendable {
    package let path: String
    /// The ``LineDigests`` of its text.
    package let digest: String

    package init(path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }

  package let commit: CommitID
  /// The time of the comparison, in seconds since 1970.
  package let time: Int
  package let lines: [Line]

  package init(commit: CommitID, time: Int, lines: [Line]) {
    self.commit = commit
    self.time = time
    self.lines = lines
  }
}

extension FlipRecord: StoredValue {
  package init?(stored bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(FlipRecord.self, from: Data(bytes)),
      record.lines.count <= Self.maximumLines,
      record.lines.allSatisfy({ LineDigests.isDigest($0.digest) && $0.path.utf8.count <= Self.maximumPath })
    else { return nil }
    self = record
  }
}

/// Digests that identify the lines of a file when they move: of the text of a line and of its neighbours, without
/// indentation and empty lines. Lines with the same neighbours and the same text have the same digest.
struct LineDigests {
  private static let digits = 16

  /// By 1-based line; an empty line has none.
  let digests: [Int: String]

  init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap {
      let text = Self.trimmed($1)
      return text.isEmpty ? nil : (number: $0 + 1, text: text)
    }
    var digests: [Int: String] = [:]
    for index in lines.indices {
      let around = [index - 1, index, index + 1].map { lines.indices.contains($0) ? lines[$0].text : "" }
      digests[lines[index].number] = Fingerprint.name(of: around.joined(separator: "\n"), digits: Self.digits)
    }
    self.digests = digests
  }

  static func isDigest(_ text: String) -> Bool { Fingerprint.isName(text, digits: digits) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == 0x0D }
    var bytes = bytes.drop(while: isBlank)
    while bytes.last.map(isBlank) == true { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
