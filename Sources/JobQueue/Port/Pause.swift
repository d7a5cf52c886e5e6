// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The repositories of a pause, in which no job starts.
package enum PauseScope: Hashable, Sendable, CustomStringConvertible {
  case all
  /// All repositories of the forge with this name in the configuration.
  case forge(String)
  case repository(RepositoryReference)

  /// The forge's name in the configuration; empty for any.
  package var forge: String {
    switch self {
    case .all: ""
    case .forge(let name): name
    case .repository(let repository): repository.forge
    }
  }

  /// `OWNER/NAME`; empty for any.
  package var name: String {
    if case .repository(let repository) = self { repository.name } else { "" }
  }

  package init(forge: String, name: String) {
    self =
      forge.isEmpty ? .all : name.isEmpty ? .forge(forge) : .repository(RepositoryReference(forge: forge, name: name))
  }

  /// Whether jobs of a repository wait because of a pause with this scope.
  package func covers(_ repository: RepositoryReference) -> Bool {
    (forge.isEmpty || forge == repository.forge) && (name.isEmpty || name == repository.name)
  }

  package var description: String {
    switch self {
    case .all: "all"
    case .forge(let name): name
    case .repository(let repository): "\(repository)"
    }
  }
}

/// A pause that the operator requested.
package struct Pause: Hashable, Sendable {
  package let scope: PauseScope
  package let since: Timestamp
  /// The author of the pause, for display.
  package let author: String
  package let reason: String?

  package init(scope: PauseScope, since: Timestamp, author: String, reason: String? = nil) {
    self.scope = scope
    self.since = since
    self.author = author
    self.reason = reason
  }
}

/// An approval with the time at which it was given.
package struct RecordedApproval: Hashable, Sendable {
  package let approval: Approval
  package let givenAt: Timestamp

  package init(approval: Approval, givenAt: Timestamp) {
    self.approval = approval
    self.givenAt = givenAt
  }
}
