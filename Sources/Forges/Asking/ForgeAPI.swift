// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// One repository in a forge's API: makes requests as that forge wants them.
protocol ForgeAPI: Hashable, Sendable {
  /// The forge's name for people.
  static var forge: String { get }

  var base: HTTPAddress { get }
  var repository: RepositoryName { get }

  /// The API that the settings mean.
  init(_ settings: ForgeSettings) throws(ForgeError)

  /// How the forge wants to be shown a token.
  static func field(_ token: Secret) -> HTTPField

  /// What people call a pull request there, such as `pull request #7 of acme/shapes`.
  func subject(_ number: Int) -> String
}

extension ForgeAPI {
  func subject(_ number: Int) -> String { "pull request #\(number) of \(repository)" }
}
