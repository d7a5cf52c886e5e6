// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension Finding {
  /// The rule of files that the checkout does not have.
  package static let omittedFile = "omitted_file"

  /// Whether it is about a file that the checkout does not have, so that no forge could show it at a line.
  package var isAboutOmittedFile: Bool { rule == Self.omittedFile }

  /// A warning for each file that is named: builds and tests ran without it.
  package static func findings(about omitted: OmittedFiles) -> [Finding] {
    omitted.named.map { file in
      Finding(
        rule: omittedFile, severity: .warning, path: file.path, range: SourceRange(line: 1, column: 1),
        message: "\(file.reason.words), so the file is not in the checkout; rename it",
        fingerprint: Fingerprint.make(rule: omittedFile, path: file.path, lineText: "", occurrence: 0),
        isInChange: file.isInChange)
    }
  }
}

extension OmittedFile.Reason {
  fileprivate var words: String {
    switch self {
    case .backslash: "the name has a backslash"
    case .notUTF8: "the name is not UTF-8"
    case .tooLong: "the name is too long"
    }
  }
}
