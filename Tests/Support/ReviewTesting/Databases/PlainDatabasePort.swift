// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A port that rejects a TLS request like a PostgreSQL server without TLS, and closes the connection.
package final class PlainDatabasePort: Sendable {
  package let port: Int
  private let listener: Int32

  package init() throws {
    (listener, port) = try LoopbackListener.makePort()
    Thread.detachNewThread { [listener] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        var request = [UInt8](repeating: 0, count: 8)
        if recv(connection, &request, request.count, Int32(MSG_WAITALL)) == request.count {
          send(connection, "N", 1, Int32(MSG_NOSIGNAL))
        }
        close(connection)
      }
    }
  }

  /// Ends the thread.
  package func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
