// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Forges
import ReviewContract

/// By what a forge knows us.
enum Credential: Hashable, Sendable {
  case nobody
  case token(Secret)
  case app(AppSettings)

  /// What nobody else may see of it.
  var secret: Secret? {
    switch self {
    case .nobody: nil
    case .token(let token): token
    case .app(let app): app.privateKey
    }
  }
}
