// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The inputs to mutate, from the files in `Corpus`.
enum FuzzCorpus {
  static let path = "a.swift"
  /// The folder of the file during compilation.
  static let root = "/fuzz"

  /// A small file, and the exports of llvm-cov of Swift 6.3 for a run of it.
  static let source = text(PackageResources.shape_txt)
  static let lcov = text(PackageResources.shape_lcov)
  static let json = text(PackageResources.shape_json)

  /// The outputs of `xccov view --archive --json` and `xccov view --report --json`, shortened.
  static let xcodeLines = text(PackageResources.xcode_lines_json)
  static let xcodeFunctions = text(PackageResources.xcode_functions_json)

  /// Webhooks: the event's name, then the body.
  static let webhooks = parts(PackageResources.webhooks_txt)
  /// Responses: the `Link` field, then the body.
  static let responses = parts(PackageResources.answers_txt)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the texts between lines of `---`.
  private static func parts(_ bytes: [UInt8]) -> [[UInt8]] {
    text(Array(bytes.dropLast())).split(separator: "\n---\n").map { Array($0.utf8) }
  }
}
