// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Checks the number of files in each directory of `Sources` and `Lint/Sources`, without generated ones. The rule
/// `file_length` checks the length of a file.
struct SizeCheck {
  static let filesInDirectory = 15

  /// Returns `PATH: problem`, in the order of the paths.
  func problems(in folder: SourceDirectory) -> [String] {
    let paths = ["Lint/Sources", "Sources"].flatMap { folder.files(below: $0, suffix: ".swift") }
      .filter { !$0.hasSuffix("+Generated.swift") }
    let directories = Dictionary(grouping: paths) { $0.split(separator: "/").dropLast().joined(separator: "/") }
    return directories.filter { $0.value.count > Self.filesInDirectory }.sorted { $0.key < $1.key }.map {
      "\($0.key): has \($0.value.count) files, more than \(Self.filesInDirectory)"
    }
  }
}
