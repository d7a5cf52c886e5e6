// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

/// Recorded output of the renderers. Set `REVIEWBOT_RECORD=1` to record it again.
enum Golden {
  static func expect(
    _ text: String, isIn name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["REVIEWBOT_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, sourceLocation: sourceLocation)
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")
  static let repository = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
