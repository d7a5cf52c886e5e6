// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Paths such as `pull_request.head.sha`, as a tree of names.
struct WantedPaths: Sendable {
  /// The whole path to here, when what stands here is wanted itself.
  private(set) var path: String?
  private var names: [String: WantedPaths] = [:]

  private init() {}

  init(_ paths: Set<String>) {
    for path in paths { add(path, path.split(separator: ".").map(String.init)[...]) }
  }

  /// What is wanted below a name; `nil` for nothing.
  func below(_ name: String) -> WantedPaths? { names[name] }

  var all: Dictionary<String, WantedPaths>.Values { names.values }

  private mutating func add(_ path: String, _ rest: ArraySlice<String>) {
    guard let first = rest.first else {
      self.path = path
      return
    }
    names[first, default: WantedPaths()].add(path, rest.dropFirst())
  }
}
