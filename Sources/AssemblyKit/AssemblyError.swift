// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The program is wired wrongly: a programming error, found when it starts.
package struct AssemblyError: Error, Equatable, CustomStringConvertible {
  package enum Code: Sendable, Equatable {
    /// The slot is empty.
    case empty
    /// Making the slot's value needs the slot's value.
    case cyclic
  }

  package let code: Code
  /// The slots on the way to the one that failed, that one last.
  package let path: [String]

  package var description: String {
    let route = path.joined(separator: " → ")
    return switch code {
    case .empty: "no assembly fills the slot \(route)"
    case .cyclic: "the slot needs itself: \(route)"
    }
  }
}
