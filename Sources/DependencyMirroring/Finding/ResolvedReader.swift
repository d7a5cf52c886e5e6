// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Reads `Package.resolved`, in each of its formats (1 to 3), as far as it makes sense.
struct ResolvedReader {
  struct Pin: Hashable {
    let url: String
    let revision: CommitID?
  }

  private static let most = 1000

  /// - Returns: no pins for what is not such a file: SwiftPM says what is wrong with it.
  func read(_ bytes: [UInt8]) -> [Pin] {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return [] }
    let entries = (file.pins ?? []) + (file.object?.pins ?? [])
    return entries.prefix(Self.most).compactMap { entry in
      guard let pin = entry.value, let url = pin.location ?? pin.repositoryURL else { return nil }
      // A folder of this machine, or a registry's package.
      if let kind = pin.kind, kind != "remoteSourceControl" { return nil }
      return Pin(url: url, revision: pin.state?.revision.flatMap { CommitID($0) })
    }
  }

  private struct File: Decodable {
    let object: Object?
    let pins: [Lenient<Entry>]?
  }

  /// Format 1 has one more level.
  private struct Object: Decodable {
    let pins: [Lenient<Entry>]?
  }

  private struct Entry: Decodable {
    let kind: String?
    let location: String?
    let repositoryURL: String?
    let state: State?
  }

  private struct State: Decodable {
    let revision: String?
  }

  /// What is written wrongly is left out, and the rest is still read.
  private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
      value = try? Value(from: decoder)
    }
  }
}
