// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Whether the kernel limits reviews by control groups.
package enum ControlGroupPreference: String, Codable, Sendable, CaseIterable {
  case auto, required, off
}
