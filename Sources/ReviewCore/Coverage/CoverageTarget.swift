// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The share of the measurable lines that tests have to cover.
package enum CoverageTarget: Hashable, Sendable, CustomStringConvertible {
  /// As much as the base has.
  case auto
  case percent(PercentTarget)

  package var description: String {
    switch self {
    case .auto: "auto"
    case .percent(let target): target.description
    }
  }
}

extension CoverageTarget: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = text == "auto" ? .auto : .percent(try PercentTarget(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
