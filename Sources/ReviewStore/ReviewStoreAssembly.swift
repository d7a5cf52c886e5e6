// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ReviewCore

/// Keeps the daemon's queue in an SQLite file.
package struct ReviewStoreAssembly: Assembly {
  package init() {}

  package func register(in registry: inout Registry) {
    registry.fill(.reviewQueue) { settings in try SQLiteQueue(settings) }
    registry.fill(.queueReader) { settings in try SQLiteQueueReader(settings) }
  }
}

extension Factory where Input == ReviewStoreSettings, Product == any ReviewQueue {
  /// Opens the queue for the one process that works on it. Throws ``QueueError``.
  package static var reviewQueue: Factory<ReviewStoreSettings, any ReviewQueue> { Factory("reviewQueue") }
}

extension Factory where Input == ReviewStoreSettings, Product == any QueueReader {
  /// Opens the queue for looking at it, also while another process works on it. Throws ``QueueError``.
  package static var queueReader: Factory<ReviewStoreSettings, any QueueReader> { Factory("queueReader") }
}
