// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How code under review is kept apart from the machine it runs on.
package enum SandboxLevel: String, Codable, Sendable, CaseIterable {
  /// In namespaces of its own, made by bubblewrap: no network, a read-only system, only the workspace writable.
  case bwrap
  /// In a container without network, made by podman or docker.
  case container
  /// Not at all.
  case none
}
