// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Isolation
import KeyedStore
import SystemPackage

/// What the toolchains of this machine say about themselves, by the files of each toolchain. A toolchain that is replaced
/// has another key.
struct ToolchainMemory: Sendable {
  private static let maximumBytes = 256 << 10
  /// The number of toolchains that are kept.
  private static let maximumToolchains = 20

  private let store: KeyedStore<DigestKey, ToolchainAnswers>

  init(_ home: HomeDirectory) {
    var bounds = StoreBounds()
    bounds.entries = Self.maximumToolchains
    bounds.entryBytes = Self.maximumBytes
    bounds.countsReading = false
    store = KeyedStore(home.toolchains, StoreFormat("toolchain", version: 1), bounds: bounds, isPrivate: true)
  }

  /// Returns the answers of the toolchain on the `PATH`, and asks it the first time.
  ///
  /// - Parameters:
  ///   - environment: the environment of this process.
  ///   - temporary: the path of a directory that is created and removed.
  /// - Returns: `nil` if there is no toolchain, or it fails, which the review reports.
  func answers(_ environment: [String: String], temporary: FilePath) async -> ToolchainAnswers? {
    let identity = ToolchainIdentity(environment)
    guard let key = DigestKey(Fingerprint.name(of: identity.description)), !identity.isMissing,
      let swift = ToolchainDirectories.program("swift", onPath: environment["PATH"] ?? "")
    else { return nil }
    if let known = store.value(for: key) { return known }
    let inherited = SandboxedEnvironment.inherited(from: environment)
    guard let answers = try? await ToolchainAnswers.ask(swift, environment: inherited, temporary: temporary),
      // An upgrade may have replaced it since.
      identity == ToolchainIdentity(environment)
    else { return nil }
    // A program that selects a toolchain can select another one the next time.
    guard answers.compiler.tools == ToolchainDirectories.directories(environment).last?.appending("bin") else {
      return answers
    }
    // Without them, the next review asks again.
    try? store.set(answers, for: key)
    return answers
  }
}

extension ToolchainAnswers: StoredValue {}
