// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Reads the `.dia` file that the compiler leaves for each source file. Other than what it prints, the file is still
/// there when an incremental build did not compile the source again.
struct SerializedDiagnostics: Sendable {
  /// Of one file.
  static let maximumDiagnostics = 1000

  /// Where paths are cut down to.
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
    let path = RelativePath.make(String(decoding: file, as: UTF8.self), from: repositoryRoot)
    guard let path, !path.hasPrefix(".build/"), !path.contains("/.build/") else { return nil }
    return BuildDiagnostic(
      severity: severity, path: path, line: Int(line), column: max(1, Int(column)),
      message: String(String(decoding: record.text, as: UTF8.self).prefix(DiagnosticParser.maximumMessage)))
  }
}
