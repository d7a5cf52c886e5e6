// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The style and the script of `report.html`, from the files in `Assets`, which SwiftPM embeds in the program.
enum PageAssets {
  static let baseStyle = lines([PackageResources.base_css]).joined(separator: "\n")

  static let style = ([baseStyle] + lines([PackageResources.summary_css, PackageResources.code_css]))
    .joined(separator: "\n")

  static let script =
    (["(() => {", "\"use strict\";"]
    + lines([
      PackageResources.model_js, PackageResources.highlight_js, PackageResources.code_js, PackageResources.page_js,
      PackageResources.keys_js,
    ]) + ["})();"]).joined(separator: "\n")

  static let plotStyle = lines([PackageResources.plot_css]).joined(separator: "\n")

  /// Returns the lines of files without comments, empty lines and indentation, because every report contains them.
  private static func lines(_ files: [[UInt8]]) -> [String] {
    files.flatMap { $0.split(separator: UInt8(ascii: "\n")) }
      .map { line in String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self) }
      .filter { line in !line.isEmpty && !["//", "/* SPDX", "/** "].contains { line.hasPrefix($0) } }
  }
}
