// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SystemPackage

/// Looks for the toolchain once, however many packages and trees it then builds: asking it takes three processes.
actor ToolchainSearch {
  private var search: Task<Toolchain, any Error>?

  /// - Parameter temporary: as in ``Toolchain/find(environment:temporary:)``, when this is the first who asks.
  func toolchain(environment: [String: String], temporary: FilePath) async throws -> Toolchain {
    let search = search ?? Task { try await Toolchain.find(environment: environment, temporary: temporary) }
    self.search = search
    return try await search.value
  }
}
