// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// Follows symbolic links as the operating system does, within the files of one side of a comparison.
struct LinkResolver {
  /// The result of following the links in a path.
  enum Target: Hashable {
    /// A file that is no link.
    case file(String)
    /// Empty for the root.
    case folder(String)
    case obstacle(Obstacle)
  }

  /// The reason why a path leads to none of the files.
  enum Obstacle: Hashable {
    case outside, missing, loop, buildFolder, submodule
    /// A folder with more files than are listed.
    case tooManyFiles

    /// The end of a sentence about the path.
    var message: String {
      switch self {
      case .outside: "it is a symbolic link out of the repository"
      case .missing: "it is a symbolic link to something that git does not track"
      case .loop: "it is a symbolic link that leads back to itself"
      case .buildFolder: "it is a symbolic link into a folder of build products or of git"
      case .submodule: "it is a symbolic link into a submodule, which is not checked out"
      case .tooManyFiles: "it is a symbolic link to a folder with too many files"
      }
    }
  }

  /// Linux follows no more links in a path (`MAXSYMLINKS`).
  private static let maximumLinks = 40
  private static let maximumComponents = 4096

  let listing: FileListing
  /// Returns the text of the link at a path; `nil` if it is too long or cannot be read.
  let linkText: (String) throws(WorkspaceError) -> String?

  func target(of path: String) throws(WorkspaceError) -> Target {
    var open = Array(path.split(separator: "/").reversed().map(String.init))
    var done: [String] = []
    var (links, components) = (0, 0)
    while let part = open.popLast() {
      components += 1
      guard components <= Self.maximumComponents else { return .obstacle(.loop) }
      switch part {
      case ".": continue
      case "..":
        if done.popLast() == nil { return .obstacle(.outside) }
        continue
      case ".build", ".git": return .obstacle(.buildFolder)
      default: done.append(part)
      }
      let place = done.joined(separator: "/")
      switch listing.files[place]?.kind {
      case nil:
        guard listing.isFolder(place) else { return .obstacle(.missing) }
      case .submodule: return .obstacle(.submodule)
      case .regular, .executable: return open.isEmpty ? .file(place) : .obstacle(.missing)
      case .symbolicLink:
        links += 1
        guard links <= Self.maximumLinks else { return .obstacle(.loop) }
        guard let text = try linkText(place), !text.isEmpty, !text.utf8.contains(0) else { return .obstacle(.missing) }
        if text.hasPrefix("/") { return .obstacle(.outside) }
        done.removeLast()
        // A slash at the end requires a folder, which `.` in it is as well.
        if text.hasSuffix("/") { open.append(".") }
        open += text.split(separator: "/").reversed().map(String.init)
      }
    }
    return .folder(done.joined(separator: "/"))
  }
}

/// The sources of a side at the paths of links, which a compiler reads like any other file there.
struct LinkedSources {
  /// The maximum number of sources that links lead to: a few nested links to folders can stand for very many.
  private static let limit = 20_000

  private let resolver: LinkResolver
  /// The targets by the path of the link, or the path below a link to a folder.
  private(set) var targets: [String: LinkResolver.Target] = [:]
  private var count = 0

  init(_ resolver: LinkResolver, interruption: Interruption) throws(WorkspaceError) {
    self.resolver = resolver
    for link in resolver.listing.links {
      try interruption.check()
      try add(link, below: [])
    }
  }

  /// - Parameter around: the folders that are listed, each because of a link in the one before.
  private mutating func add(_ path: String, below around: [String]) throws(WorkspaceError) {
    guard targets[path] == nil else { return }
    count += 1
    guard count <= Self.limit else {
      targets[path] = .obstacle(.tooManyFiles)
      return
    }
    let target = try resolver.target(of: path)
    switch target {
    case .file, .obstacle: targets[path] = target
    case .folder(let folder):
      targets[path] = target
      // A compiler refuses a file that a circle of links leads to again.
      guard !around.contains(folder) else { return }
      for file in resolver.listing.files(below: folder) {
        let kind = resolver.listing.files[file]?.kind
        let place = folder.isEmpty ? "\(path)/\(file)" : path + file.dropFirst(folder.count)
        if kind == .symbolicLink {
          try add(place, below: around + [folder])
        } else if kind != .submodule, SourceName.isSource(file) {
          count += 1
          guard count <= Self.limit else {
            targets[path] = .obstacle(.tooManyFiles)
            return
          }
          targets[place] = .file(file)
        }
      }
    }
  }
}
