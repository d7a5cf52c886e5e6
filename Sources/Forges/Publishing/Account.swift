// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Who we are on the forge.
enum Account: Hashable, Sendable {
  /// A person's account, or one made for a bot.
  case user(id: Int)
  /// An app's account, known by its name.
  case app(login: String)
  /// Without a token nothing is ours.
  case nobody

  /// Whether the comment is ours. A name is not enough for a person: names can be given up and taken by others.
  func wrote(_ comment: ForgeComment) -> Bool {
    switch self {
    case .user(let id): comment.user?.id == id
    case .app(let login): comment.user?.type == "Bot" && comment.user?.login == login
    case .nobody: false
    }
  }
}
