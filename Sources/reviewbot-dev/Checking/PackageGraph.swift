// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The targets of a package and what they depend on, as `swift package describe` tells.
struct PackageGraph: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let dependencies: [String]?

    private enum CodingKeys: String, CodingKey {
      case name, type
      case dependencies = "target_dependencies"
    }
  }

  let targets: [Target]

  init(describedBy data: Data) throws {
    self = try JSONDecoder().decode(PackageGraph.self, from: data)
  }
}
