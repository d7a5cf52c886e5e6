// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import ReviewContract

extension ReviewConfiguration {
  /// SHA-256 of the canonical JSON, in hexadecimal: the same for configurations that say the same, however they were
  /// written.
  package var hash: String {
    SHA256.hexadecimal(of: canonicalJSON)
  }

  var canonicalJSON: String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      preconditionFailure("a configuration holds a value that JSON has no word for: \(error)")
    }
  }
}
