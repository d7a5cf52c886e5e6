// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How fast writes are sent to a forge: a bucket, and the space between two writes.
package struct WriteSpacing: Hashable, Codable, Sendable {
  /// The number of writes at once after a time without writes.
  package var burst: Int
  package var perMinute: Int
  /// The minimum time between two writes; `nil` for none.
  package var interval: TimeSpan?
}

extension ConfigurationCodec<WriteSpacing> {
  static var writeSpacing: ConfigurationCodec {
    let keys = [
      ConfigurationKey<WriteSpacing>("burst", \.burst, .integer(1...10_000), "Writes at once.", example: "300"),
      ConfigurationKey<WriteSpacing>(
        "per_minute", \.perMinute, .integer(1...60_000), "Writes a minute.", example: "1200"),
      ConfigurationKey<WriteSpacing>(
        "interval", \.interval, .optional(.value(in: "1s"..."1m")), "The minimum time between two writes.",
        example: "1s"),
    ]
    // Both required keys have a value: these are never used.
    let initial = WriteSpacing(burst: 1, perMinute: 1)
    return mapping("mapping with burst, per_minute and interval", initial, keys, required: ["burst", "per_minute"])
  }
}
