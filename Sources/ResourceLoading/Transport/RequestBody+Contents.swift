// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

extension RequestBody {
  /// All that is sent along, read from the file when it is one.
  func contents() throws(TransportError) -> Data {
    switch self {
    case .none: Data()
    case .bytes(let data): data
    case .file(let path): try path.contents()
    }
  }
}
