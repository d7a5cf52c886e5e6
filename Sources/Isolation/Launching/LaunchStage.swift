// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SystemPackage

/// The purpose of a sandbox. It determines which directories the sandbox shows, under which names, and which are
/// writable.
enum LaunchStage: String, Codable, Sendable, CaseIterable {
  /// Running setup commands and tests, which may write to the checkout.
  case tests
  /// Reading the manifest and building: the checkout is read-only, so that what is built is the commit.
  case build
  /// Resolving the dependencies, which writes `Package.resolved`. The checkout is read-only as well.
  case resolution
  /// Merging and exporting coverage.
  case measurement
  /// Running other linters, and reading the checkouts of dependencies.
  case reading

  struct Share: Hashable, Sendable {
    let name: FilePath
    let isWritable: Bool
  }

  /// In the order in which a request gives the directories.
  var shares: [Share] {
    switch self {
    case .tests:
      [Share(name: CheckoutNames.source, isWritable: true), Share(name: CheckoutNames.run, isWritable: true)]
    case .build, .resolution, .reading:
      [Share(name: CheckoutNames.source, isWritable: false), Share(name: CheckoutNames.run, isWritable: true)]
    case .measurement:
      [Share(name: CheckoutNames.source, isWritable: false), Share(name: CheckoutNames.coverage, isWritable: true)]
    }
  }

  /// Whether a mount in the checkout is writable; `nil` if the stage has no mount of this kind.
  func isWritable(_ kind: CheckoutMount.Kind) -> Bool? {
    switch (self, kind) {
    case (.build, .output), (.resolution, .output), (.resolution, .resolution): true
    case (.build, .resolution), (.build, .dependencies), (.tests, .resolution), (.tests, .dependencies): false
    default: nil
    }
  }

  /// Returns the stage that shows exactly these directories; `nil` if there is none.
  static func showing(_ shares: [Share], _ mounts: [(kind: CheckoutMount.Kind, isWritable: Bool)]) -> LaunchStage? {
    allCases.first { stage in
      stage.shares == shares && mounts.allSatisfy { stage.isWritable($0.kind) == $0.isWritable }
    }
  }
}

/// A directory or file that a sandbox shows at a path in the checkout, over what is there.
struct CheckoutMount: Hashable, Codable, Sendable {
  enum Kind: String, Codable, Sendable {
    /// A directory that a build writes to: `.build`, or one that the base's configuration names.
    case output
    /// `Package.resolved`, from outside of the checkout.
    case resolution
    /// A directory in `.build` that only the resolution writes to: the checkouts of dependencies.
    case dependencies
  }

  let kind: Kind
  let place: LaunchRequest.Place
  /// The components of the path in the checkout.
  let path: [String]

  static let resolutionName = "Package.resolved"
  static let buildDirectory = ".build"

  /// The kind of a mount with this path.
  static func kind(of path: [String]) -> Kind {
    if path.last == resolutionName { return .resolution }
    return path.dropLast().contains(buildDirectory) ? .dependencies : .output
  }

  /// Whether the mount shows what is allowed: a directory of the checkout at its own path, or a `Package.resolved`
  /// from another directory of the review.
  ///
  /// - Parameter checkout: the place of the checkout.
  func isAllowed(in checkout: LaunchRequest.Place) -> Bool {
    guard !path.isEmpty, path.allSatisfy(LaunchRequest.Place.isName), kind == Self.kind(of: path) else { return false }
    switch kind {
    case .output, .dependencies: return place.folder == checkout.folder && place.path == checkout.path + path
    case .resolution: return place.folder != checkout.folder && place.path.last == Self.resolutionName
    }
  }

  /// The path in the sandbox.
  var name: FilePath { path.reduce(CheckoutNames.source) { $0.appending($1) } }
}
