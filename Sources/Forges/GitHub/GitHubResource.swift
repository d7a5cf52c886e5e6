// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ResourceLoading

/// What GitHub answers in JSON, with keys in snake_case.
protocol GitHubResource<Model>: HTTPResource, JSONResource {
  var api: GitHubAPI { get }
}

extension GitHubResource {
  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

extension RequestBody {
  /// JSON; the same value gives the same bytes.
  static func json(_ value: some Encodable) throws -> RequestBody {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .bytes(try encoder.encode(value))
  }
}
