// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Forges
package import ReviewContract

/// The credential for a forge, if any.
package enum Credential: Hashable, Sendable {
  case nobody
  case token(Secret)
  case app(AppSettings)

  /// The token or the private key, which must not be disclosed; `nil` for anonymous requests.
  package var secret: Secret? {
    switch self {
    case .nobody: nil
    case .token(let token): token
    case .app(let app): app.privateKey
    }
  }
}
