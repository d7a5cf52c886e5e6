// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue

  /// The payload of a notification: the names of the kinds of changes.
  enum NotificationPayload {
    private static let changeNames: [(name: String, change: QueueChange)] = [
      ("jobs", .jobs), ("cancellations", .cancellations), ("repositories", .repositories),
      ("policy", .policy),
    ]

    static func text(of change: QueueChange) -> String {
      changeNames.filter { change.contains($0.change) }.map(\.name).joined(separator: " ")
    }

    /// - Parameter text: may be from a newer version; an unknown name means that everything may have changed.
    static func change(_ text: String) -> QueueChange {
      text.split(separator: " ").reduce(into: []) { all, word in
        all.formUnion(changeNames.first { $0.name == word }?.change ?? .all)
      }
    }
  }
#endif
