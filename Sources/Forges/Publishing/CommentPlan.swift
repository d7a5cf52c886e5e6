// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The writes that leave exactly one comment of this bot, with the right text.
struct CommentPlan: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case create
    case update(id: Int)
    case leave(id: Int)
    case delete(id: Int)
  }

  let steps: [Step]

  /// Compares what is there with what should be.
  ///
  /// Ours is what starts with the marker and was written by our own account: anybody can write the marker. Of several,
  /// which two runs at the same time can leave behind, the oldest stays.
  init(body: String, marker: CommentMarker, existing: [ForgeComment], account: Account) {
    let ours = existing.filter { $0.isOurs(marker, account) }.sorted { $0.id < $1.id }
    guard let oldest = ours.first else {
      steps = [.create]
      return
    }
    let isSame = Self.normalised(oldest.body ?? "") == Self.normalised(body)
    steps = [isSame ? .leave(id: oldest.id) : .update(id: oldest.id)] + ours.dropFirst().map { .delete(id: $0.id) }
  }

  /// A forge may keep line ends in its own way, and drops those at the end.
  fileprivate static func normalised(_ body: String) -> String {
    var lines = body.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension ForgeComment {
  func isOurs(_ marker: CommentMarker, _ account: Account) -> Bool {
    account.wrote(self) && marker.isFirstLine(of: CommentPlan.normalised(body ?? ""))
  }
}
