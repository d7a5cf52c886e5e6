// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The versions of the dependencies in a `Package.resolved`, by the identity of the package.
///
/// Source: `ResolvedPackagesStore` of SwiftPM, versions 1 to 3 of the file.
struct Pins: Hashable, Sendable {
  /// The commit of each dependency; `nil` for one of a registry, which has a version only.
  let revisions: [String: String?]

  /// Without dependencies.
  init() { revisions = [:] }

  /// - Returns: `nil` if the text is not a `Package.resolved` of a known version.
  init?(_ bytes: [UInt8]) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return nil }
    var revisions: [String: String?] = [:]
    for pin in file.pins ?? file.object?.pins ?? [] {
      guard let identity = pin.identity ?? pin.repositoryURL.map(Self.identity) else { return nil }
      revisions[identity.lowercased()] = .some(pin.state.revision)
    }
    self.revisions = revisions
  }

  /// The identities whose versions differ from those of other pins, or are missing there, ordered.
  func differences(from other: Pins) -> [String] {
    revisions.filter { other.revisions[$0.key] != $0.value }.map(\.key).sorted()
  }

  /// The identity of a package: the last component of its address, without `.git`.
  private static func identity(_ address: String) -> String {
    let name = address.split(separator: "/").last.map(String.init) ?? address
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }

  private struct File: Decodable {
    struct Pin: Decodable {
      struct State: Decodable {
        let revision: String?
      }

      let identity: String?
      let repositoryURL: String?
      let state: State
    }

    struct Object: Decodable {
      let pins: [Pin]
    }

    let pins: [Pin]?
    let object: Object?
  }
}

/// The dependencies that SwiftPM will build, according to `workspace-state.json` in the build folder, which code of the
/// package can write.
struct WorkspaceState: Sendable {
  struct Dependency: Decodable, Sendable {
    struct Reference: Decodable, Sendable {
      let identity: String
      let location: String?
    }

    struct State: Decodable, Sendable {
      struct Checkout: Decodable, Sendable {
        let revision: String
      }

      /// `sourceControlCheckout`, `registryDownload`, `fileSystem`, `edited` or `custom`.
      let name: String
      let path: String?
      let checkoutState: Checkout?
    }

    let packageRef: Reference
    let state: State
    let subpath: String
  }

  let dependencies: [Dependency]

  private struct File: Decodable {
    struct Object: Decodable {
      let dependencies: [Dependency]
    }

    let object: Object
  }

  static let name = "workspace-state.json"

  /// - Returns: `nil` if the text has another form.
  init?(_ bytes: [UInt8]) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return nil }
    dependencies = file.object.dependencies
  }
}
