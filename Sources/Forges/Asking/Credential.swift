// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// What a forge is shown to know who asks.
enum Credential: Hashable, Sendable {
  case nobody
  case token(Secret)
  /// An app's tokens are made for one repository.
  case app(AppSettings, RepositoryName)

  /// Stands for who asks, where answers are kept. Who has another token or key finds nothing of this one's answers.
  var identity: String {
    switch self {
    case .nobody: "nobody"
    case .token(let token): "token " + token.reveal()
    case .app(let app, let repository): "app \(app.id) \(repository) " + app.privateKey.reveal()
    }
  }
}
