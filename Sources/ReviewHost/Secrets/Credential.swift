// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Forges
package import ReviewContract

/// By what a forge knows us.
package enum Credential: Hashable, Sendable {
  case nobody
  case token(Secret)
  case app(AppSettings)

  /// What nobody else may see of it.
  package var secret: Secret? {
    switch self {
    case .nobody: nil
    case .token(let token): token
    case .app(let app): app.privateKey
    }
  }
}
