// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What a request is authenticated with.
enum Credential: Hashable, Sendable {
  case nobody
  case token(Secret)
  /// An app's tokens are made for one repository.
  case app(AppSettings, RepositoryName)

  /// Stands for the credential, where responses are cached. Another token or key has a cache of its own.
  var identity: String {
    switch self {
    case .nobody: "nobody"
    case .token(let token): "token " + token.reveal()
    case .app(let app, let repository): "app \(app.id) \(repository) " + app.privateKey.reveal()
    }
  }
}
