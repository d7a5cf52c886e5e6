// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ResourceLoading

/// What a forge answers in JSON, with keys in snake_case.
protocol ForgeResource<Model>: HTTPResource, JSONResource {}

extension ForgeResource {
  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

extension RequestBody {
  /// JSON with keys in snake_case; the same value gives the same bytes.
  static func json(_ value: some Encodable) throws -> RequestBody {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .bytes(try encoder.encode(value))
  }
}
