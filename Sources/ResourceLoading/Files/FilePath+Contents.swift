// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

extension FilePath {
  /// All that is in the file.
  func contents() throws(TransportError) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: string))
    } catch {
      throw TransportError(.unreadableFile, "\(self) cannot be read: \(error.localizedDescription)")
    }
  }
}
