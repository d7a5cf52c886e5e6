// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Logging

/// Passes each message to a closure, and stores none.
struct MessageHandler: LogHandler {
  let onMessage: @Sendable (String) -> Void

  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  init(_ onMessage: @escaping @Sendable (String) -> Void) {
    self.onMessage = onMessage
  }

  func log(event: LogEvent) { onMessage(event.message.description) }
}
