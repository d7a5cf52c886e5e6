// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ResourceLoading
import ReviewContract

extension ForgeConditions {
  /// The pacing of a credential at a forge. Without a credential the limit applies to the host's IP address.
  func pacing(of credential: RequestIdentity, at origin: Origin) -> any RequestPacing {
    guard let owner = credential.limitOwner else { return ProcessPacing(clock: clock) }
    return pacing(of: owner, at: origin)
  }

  /// The pacing of requests that an app signs itself.
  func pacing(of app: AppSettings, at origin: Origin) -> any RequestPacing { pacing(of: "app \(app.id)", at: origin) }

  private func pacing(of owner: String, at origin: Origin) -> any RequestPacing {
    let name = Fingerprint.name(of: "rate limit\n\(origin)\n\(owner)")
    return pacings.value(for: name) { makePacing?(name) ?? ProcessPacing(clock: clock) }
  }
}

extension RequestIdentity {
  /// The owner of the rate limit. An app has one limit for each account that it is installed in, with any of its keys.
  fileprivate var limitOwner: String? {
    switch self {
    case .anonymous: nil
    case .token(let token): "token " + token.reveal()
    case .app(let app, let repository): "app \(app.id) in \(repository.owner.lowercased())"
    }
  }
}
