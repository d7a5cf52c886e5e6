// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles

/// A failure to write an entry.
package enum StoreFailure: Error, Hashable, Sendable {
  /// The name of an entry or of a group has other characters than ASCII letters, digits, `-` and `_`, or too many.
  case invalidName(String)
  case tooLarge(bytes: Int, limit: Int)
  /// The file system's reason.
  case failed(String)

  static func converting<Result>(_ body: () throws -> Result) throws(StoreFailure) -> Result {
    do {
      return try body()
    } catch let failure as StoreFailure {
      throw failure
    } catch {
      throw .failed("\(error)")
    }
  }
}

extension StoreFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidName(let name): "\(name.debugDescription) cannot be the name of an entry"
    case .tooLarge(let bytes, let limit): "the entry has \(bytes) bytes, more than \(limit)"
    case .failed(let reason): reason
    }
  }
}
