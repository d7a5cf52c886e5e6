// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The initial state of a stand-in forge, in a folder: `forge.json` and the repositories below `git/`.
package struct StandInWorld: Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The contents of `forge.json`.
  package struct Forge {
    fileprivate var members: [String: Any]

    /// Adds an element to one of the lists.
    package mutating func add(_ element: [String: Any], to list: String) {
      members[list] = (members[list] as? [Any] ?? []) + [element]
    }

    /// Grants the app and the read-only token access to another repository.
    package mutating func showApp(_ repository: String) {
      if var app = members["app"] as? [String: Any], let installations = app["installations"] as? [[String: Any]] {
        app["installations"] = installations.map { Self.adding(repository, to: $0) }
        members["app"] = app
      }
      if let tokens = members["tokens"] as? [[String: Any]] {
        members["tokens"] = tokens.map { $0["repos"] == nil ? $0 : Self.adding(repository, to: $0) }
      }
    }

    private static func adding(_ repository: String, to object: [String: Any]) -> [String: Any] {
      object.merging(["repos": (object["repos"] as? [String] ?? []) + [repository]]) { $1 }
    }
  }

  private let folder: ScratchDirectory

  package init(folder: ScratchDirectory) {
    self.folder = folder
  }

  /// Changes the initial state of the forge.
  package func change(_ change: (inout Forge) throws -> Void) throws {
    let file = "forge.json"
    guard let members = try JSONSerialization.jsonObject(with: Data(folder.text(file).utf8)) as? [String: Any] else {
      throw Failure(description: "\(file) holds no object")
    }
    var forge = Forge(members: members)
    try change(&forge)
    let data = try JSONSerialization.data(withJSONObject: forge.members)
    try folder.write(file, String(decoding: data, as: UTF8.self))
  }
}
