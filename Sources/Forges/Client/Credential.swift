// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// What a request is authenticated with.
enum Credential: Hashable, Sendable {
  case nobody
  case token(Secret)
  /// An app's tokens are made for one repository.
  case app(AppSettings, RepositoryName)

  /// Stands for the credential, where responses are cached. Another token or key has its own cache.
  var identity: String {
    switch self {
    case .nobody: "nobody"
    case .token(let token): "token " + token.reveal()
    case .app(let app, let repository): "app \(app.id) \(repository) " + app.privateKey.reveal()
    }
  }
}

extension Timestamp {
  /// A moment as forges write it: RFC 3339, with fractions of a second or without. `nil` for anything else.
  init?(rfc3339 text: String) {
    let whole = Date.ISO8601FormatStyle()
    let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard text.utf8.count <= 40, let date = (try? whole.parse(text)) ?? (try? fractional.parse(text)) else {
      return nil
    }
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}
