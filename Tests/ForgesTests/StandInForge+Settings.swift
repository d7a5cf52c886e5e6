// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import ReviewTesting

@testable import Forges

extension StandInForge {
  func settings(token: String) -> ForgeSettings {
    ForgeSettings(
      kind: .github, repository: "acme/shapes", apiURL: url, token: Secret(token), transport: transport,
      userAgent: "reviewbot/test")
  }
}
