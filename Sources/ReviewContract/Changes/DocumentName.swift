// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Distinguishes files that a build does not read, by their names.
///
/// A file counts as a document only outside of the folders that SwiftPM searches for targets. Source of the folders:
/// SwiftPM's PackageBuilder (`predefinedSourceDirectories`, `predefinedTestDirectories`, `predefinedPluginDirectories`,
/// `predefinedSnippetDirectories`).
package enum DocumentName {
  private static let targetFolders: Set<Substring> = [
    "Sources", "Source", "src", "srcs", "Tests", "Test", "Plugins", "Snippets",
  ]
  private static let documentTypes: Set<String> = [
    "md", "markdown", "mdown", "rst", "adoc", "asciidoc", "txt", "rtf", "pdf", "png", "jpg", "jpeg", "gif", "svg",
    "webp",
  ]
  private static let documentNames: Set<String> = [
    "license", "licence", "copying", "notice", "authors", "contributors", "codeowners", "changelog", "readme",
    ".gitignore",
    ".gitattributes", ".editorconfig", ".mailmap", ".spi.yml", ".reviewbot.yml", ".gitlab-ci.yml", ".travis.yml",
  ]
  private static let serviceTypes: Set<String> = ["yml", "yaml", "json", "toml"]
  private static let serviceFolders = [".github/", ".gitlab/", ".gitea/", ".forgejo/", ".circleci/"]

  /// - Parameter path: relative to the repository's root.
  package static func matches(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard !parts.dropLast().contains(where: { targetFolders.contains($0) || $0.hasSuffix(".docc") }),
      let name = parts.last.map({ $0.lowercased() })
    else { return false }
    if documentNames.contains(name) { return true }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    let type = String(name[name.index(after: dot)...])
    return documentTypes.contains(type)
      || serviceTypes.contains(type) && serviceFolders.contains { path.hasPrefix($0) }
  }
}
