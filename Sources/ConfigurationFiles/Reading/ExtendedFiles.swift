// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A configuration file, and the files that it extends.
struct ExtendedFiles {
  /// A file whose values override those of the files before it.
  struct File {
    /// The path relative to the root of the repository, or the name for messages.
    let name: String
    /// The entries without the version.
    var entries: [YAMLNode.Entry]
  }

  static let name = "extends"
  /// The maximum number of levels of files that extend each other.
  static let maximumDepth = 5
  private static let maximumCount = 16

  let files: RepositoryFiles
  let root: RootReader<ReviewConfiguration>
  private(set) var found: [File] = []
  private(set) var done: Set<String> = []

  /// Returns the file and the files that it extends, in the order in which their values are applied.
  ///
  /// - Parameter name: the name of the file; extended files are relative to its folder if it is in the repository,
  ///   otherwise to the root.
  /// - Throws: ``ConfigurationError`` with all problems of the first file that has one.
  mutating func load(_ text: String, _ name: String) throws(ConfigurationError) -> [File] {
    try visit(text, name, folder: "", chain: [name])
    return found
  }

  private mutating func visit(
    _ text: String, _ name: String, folder: String, chain: [String]
  ) throws(ConfigurationError) {
    var problems = ProblemList(file: name)
    var entries = root.entries(of: text, &problems)?.entries ?? []
    // Without access to files, only the names are known.
    guard files.areKnown, let extends = entries.first(where: { $0.key == Self.name }) else {
      guard problems.isEmpty else { throw problems.error }
      return found.append(File(name: name, entries: entries))
    }
    entries.removeAll { $0.key == Self.name }
    for (path, mark) in paths(extends, folder, &problems) {
      guard problems.isEmpty, !done.contains(path) else { continue }
      if let text = contents(of: path, named: mark, chain, &problems) {
        let parts = path.split(separator: "/").dropLast()
        try visit(text, path, folder: parts.joined(separator: "/"), chain: chain + [path])
        done.insert(path)
      }
    }
    guard problems.isEmpty else { throw problems.error }
    found.append(File(name: name, entries: entries))
  }

  private func paths(
    _ entry: YAMLNode.Entry, _ folder: String, _ problems: inout ProblemList
  ) -> [(path: String, mark: YAMLMark)] {
    let names: [String]
    do throws(ValueError) {
      names = try ConfigurationCodec<[String]>.extendedFiles.read(entry.value)
    } catch {
      problems.add(error, of: Self.name, at: entry.value.mark)
      return []
    }
    var paths: [(path: String, mark: YAMLMark)] = []
    for (index, name) in names.enumerated() {
      var mark = entry.value.mark
      if case .sequence(let items) = entry.value.content, items.indices.contains(index) { mark = items[index].mark }
      if name.contains("://") {
        problems.add(
          "\(Self.name): \(shown(name)) is a URL, and nothing is fetched", at: mark,
          remedy: "copy the file into the repository, or give all repositories of a server the same defaults")
      } else if let path = SwiftLintReader.resolved(name, in: folder), !path.isEmpty {
        paths.append((path, mark))
      } else {
        problems.add(
          "\(Self.name): \(shown(name)) is outside of the repository", at: mark,
          remedy: "name a file of the repository, relative to this file")
      }
    }
    return paths
  }

  private func contents(
    of path: String, named mark: YAMLMark, _ chain: [String], _ problems: inout ProblemList
  ) -> String? {
    if let start = chain.firstIndex(of: path) {
      let cycle = (chain[start...] + [path]).joined(separator: " → ")
      problems.add("\(Self.name): files extend each other: \(cycle)", at: mark, remedy: "remove one of the references")
    } else if chain.count > Self.maximumDepth {
      problems.add("\(Self.name): more than \(Self.maximumDepth) files extend each other", at: mark)
    } else if found.count >= Self.maximumCount {
      problems.add("\(Self.name): more than \(Self.maximumCount) files are extended", at: mark)
    } else if let text = files.text(path) {
      return text
    } else {
      problems.add(
        "\(Self.name): \(shown(path)) was not found, or is not a regular file of at most 64 KiB", at: mark,
        remedy: "name a file of the repository, relative to this file")
    }
    return nil
  }
}

extension ConfigurationCodec<[String]> {
  /// One name of a file or a list of them, relative to the file that contains them.
  static var extendedFiles: ConfigurationCodec {
    list("list of files", text: \.self) { (text) throws(ValueError) in
      guard (1...1000).contains(text.utf8.count) else { throw ValueError("expected the name of a file") }
      return text
    }.orElement.described("file or list of files", ["type": ["string", "array"], "items": ["type": "string"]])
  }
}
