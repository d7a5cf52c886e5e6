// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Which sandbox the operator wants.
package enum SandboxPreference: String, Codable, Sendable, CaseIterable {
  case auto, bwrap, container, none
}
