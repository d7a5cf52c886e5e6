// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Logging
import SecretMasking

/// A name with its value.
struct LogMember: Hashable, Sendable {
  let name: String
  let value: LogValue

  /// Sorted by name. Of very many, some are left out.
  static func all(of metadata: Logger.Metadata, mask: SecretMask, depth: Int = 1) -> [LogMember] {
    metadata.sorted { $0.key < $1.key }.prefix(64)
      .map { LogMember(name: LogValue.cut($0.key, mask, to: 100), value: LogValue($0.value, mask: mask, depth: depth)) }
  }

  var json: String { "\(LogValue.text(name).json):\(value.json)" }
  var text: String { "\(LogValue.quoted(name))=\(value.text)" }
}
