// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Isolation
import ReviewContract
import SystemPackage

/// Compares the checkouts of a package's dependencies with the pinned commits: manifests run while the dependencies are
/// resolved, and can write to the build folder.
struct DependencyCheck: Sendable {
  let context: SandboxedContext
  let package: PackageDirectory

  private static let timeLimit = Duration.seconds(300)
  private static let largestState = 16 << 20
  /// The commit and the trees of one dependency; the largest packages have a few megabytes.
  private static let largestTrees = 64 << 20
  /// Prints the commits and their trees, for each directory and commit among the arguments.
  private static let script = """
    set -u
    export GIT_NO_REPLACE_OBJECTS=1 GIT_CONFIG_NOSYSTEM=1
    output="$1"
    shift
    number=0
    while [ $# -gt 1 ]; do
      { echo "$2"; echo "$2^{tree}"; git --git-dir="$1/.git" ls-tree -r -d "$2" | sed -n 's/^[0-9]* tree \\([0-9a-f]*\\).*/\\1/p'
      } | git --git-dir="$1/.git" cat-file --batch >"$output/objects-$number"
      number=$((number + 1))
      shift 2
    done
    """

  /// A dependency whose files come from a repository.
  fileprivate struct Checkout {
    let identity: String
    let revision: String
    /// Relative to the root of the checkout under review.
    let path: String
  }

  /// The dependencies as SwiftPM lists them after the resolution.
  struct Listed: Sendable {
    /// Those to compare with their pins.
    fileprivate var checkouts: [Checkout] = []
    /// Notes for the report: what cannot be compared, or what is not up to date.
    fileprivate var notes: [String] = []
  }

  /// Returns the dependencies to compare by ``result(of:)`` while the package is built, which could change the list. In a
  /// sandbox, the build cannot write to their checkouts; without one they are compared here, before they are built.
  ///
  /// - Throws: ``StageFailure`` if a dependency is not its pin.
  func list() async throws -> Listed {
    let listed = try read()
    return context.isSandboxed ? listed : Listed(notes: try await compare(listed))
  }

  /// Compares the listed dependencies with their pins; none are like their pins.
  ///
  /// - Returns: notes for the report, or ``StageFailure`` if a dependency is not its pin.
  func result(of listed: Listed?) async -> Result<[String], any Error> {
    do { return .success(try await compare(listed ?? Listed())) } catch { return .failure(error) }
  }

  /// Lists the dependencies, and compares them with their pins.
  ///
  /// - Returns: notes for the report.
  /// - Throws: ``StageFailure`` if a dependency is not its pin.
  func verify() async throws -> [String] { try await compare(try read()) }

  private func read() throws -> Listed {
    let pins = try pins()
    let list = package.path("\(PackageDirectory.build)/\(WorkspaceState.name)")
    // Without pins, a list can name packages in the repository only.
    if pins.revisions.isEmpty, package.checkout.status(of: list) == nil { return Listed() }
    let bytes = try? package.checkout.bytes(at: list, limit: Self.largestState)
    guard let state = bytes.flatMap({ WorkspaceState($0) }) else {
      throw failure("SwiftPM's list of the dependencies cannot be read")
    }
    var listed = Listed(notes: try notes(on: pins))
    for dependency in state.dependencies {
      let identity = dependency.packageRef.identity
      switch dependency.state.name {
      case "sourceControlCheckout":
        listed.checkouts.append(try checkout(of: dependency, pins))
      case "fileSystem":
        try verifyLocal(dependency.state.path ?? dependency.packageRef.location ?? "", identity)
      case "registryDownload":
        listed.notes.append("the dependency \(identity) comes from a registry, and was not compared with its pin")
      default:
        throw failure("the dependency \(identity) is not the one that Package.resolved names")
      }
    }
    return listed
  }

  /// The pins after the resolution; none for a package without dependencies from elsewhere.
  private func pins() throws -> Pins {
    guard let bytes = context.resolution.resolved else { return Pins() }
    guard let pins = Pins(bytes) else { throw failure("\(context.resolution.path) cannot be read") }
    return pins
  }

  private func notes(on pins: Pins) throws -> [String] {
    guard context.isSandboxed, !pins.revisions.isEmpty else { return [] }
    guard let committed = context.resolution.inCheckout.flatMap({ Pins($0) }), !committed.revisions.isEmpty else {
      return [
        "\(context.resolution.path) is not in the commit: there are no pinned versions to compare the dependencies with"
      ]
    }
    let changed = pins.differences(from: committed)
    guard !changed.isEmpty else { return [] }
    return [
      "\(context.resolution.path) is not up to date: other versions were resolved for "
        + changed.prefix(5).joined(separator: ", ") + (changed.count > 5 ? " and \(changed.count - 5) more" : "")
    ]
  }

  private func checkout(of dependency: WorkspaceState.Dependency, _ pins: Pins) throws -> Checkout {
    let identity = dependency.packageRef.identity
    guard let pinned = pins.revisions[identity.lowercased()], let revision = pinned,
      revision == dependency.state.checkoutState?.revision, CommitID(revision) != nil
    else { throw failure("the dependency \(identity) is not at the revision that Package.resolved names") }
    let name = dependency.subpath
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else {
      throw failure("the checkout of the dependency \(identity) is not in its folder")
    }
    return Checkout(
      identity: identity, revision: revision, path: package.path("\(PackageDirectory.build)/checkouts/\(name)"))
  }

  /// A package in the repository is part of the commit, unless it is in a build folder.
  private func verifyLocal(_ path: String, _ identity: String) throws {
    // SwiftPM resolves links in the path of the checkout, which there are only without a sandbox.
    let roots = [context.inside(package.checkout.path), SandboxPaths.resolved(context.inside(package.checkout.path))]
    let place = FilePath(path).lexicallyNormalized()
    guard let root = roots.first(where: { place.starts(with: $0) }),
      !place.components.dropFirst(root.components.count).contains(where: { $0.string == PackageDirectory.build })
    else { throw failure("the dependency \(identity) is in \(path), which is not part of the commit") }
  }

  private func compare(_ listed: Listed) async throws -> [String] {
    let checkouts = listed.checkouts
    guard !checkouts.isEmpty else { return listed.notes }
    try context.emptyTrees()
    defer { try? context.directory.remove(SandboxedContext.trees) }
    let root = package.checkout.path
    let arguments = checkouts.flatMap { [context.inside(root.pushing(FilePath($0.path))).string, $0.revision] }
    let result = try await context.run(
      "/bin/sh", ["-c", Self.script, "sh", context.insideTrees.string] + arguments, at: root, in: .read,
      limits: ChildLimits(time: Self.timeLimit)
    ) { _ in }
    if let failure = StageFailure(
      result, of: "comparing the dependencies", failed: "the commits of the dependencies cannot be read")
    {
      throw failure
    }
    // On all processors, because the dependencies have thousands of files.
    let results = await withTaskGroup(of: (number: Int, note: Result<String?, any Error>).self) { group in
      for (number, checkout) in checkouts.enumerated() {
        group.addTask { (number, Result { try compare(checkout, objects: "objects-\(number)") }) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // The first failure in the order of the list, so that a review names the same one each time.
    let ordered = results.sorted { $0.number < $1.number }
    return listed.notes + (try ordered.compactMap { try $0.note.get() })
  }

  /// - Parameter objects: the name of the file with the commit and its trees.
  /// - Returns: a note for the report; `nil` if everything was compared.
  private func compare(_ checkout: Checkout, objects: String) throws -> String? {
    let output = try? context.directory.bytes(at: "\(SandboxedContext.trees)/\(objects)", limit: Self.largestTrees)
    guard let tree = output.flatMap({ CommitTree(of: checkout.revision, in: $0) }) else {
      throw failure("the repository of the dependency \(checkout.identity) does not hold its pinned commit")
    }
    let changes = try tree.differences(in: try package.checkout.subdirectory(checkout.path))
    guard changes.isEmpty else {
      throw failure(
        "the checkout of the dependency \(checkout.identity) is not its pinned commit \(checkout.revision.prefix(10)): "
          + changes.description)
    }
    guard !tree.submodules.isEmpty else { return nil }
    return "submodules of the dependency \(checkout.identity) were not compared with its pinned commit"
  }

  private func failure(_ reason: String) -> StageFailure {
    StageFailure(reason: reason, outcome: .crashed)
  }
}
