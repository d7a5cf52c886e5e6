// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

@testable import ConfigurationFiles

extension ReviewConfiguration {
  /// Returns the defaults without rules, with these packages and build arguments.
  static func sample(packages: [String]? = nil, arguments: [String] = []) throws -> ReviewConfiguration {
    var configuration = ReviewConfiguration(catalogue: RuleCatalogue(rules: []))
    if let packages {
      configuration.build.package = .folders(packages)
    }
    configuration.build.arguments = try BuildArguments(arguments)
    return configuration
  }
}
