// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import CPostgres
  import ReviewContract

  /// libpq, which is loaded when a queue in PostgreSQL is configured.
  enum PostgresLibrary {
    /// Loads the library. Later calls are cheap and have the same result.
    ///
    /// - Throws: ``QueueError/Code/failed`` if it is not installed.
    static func load() throws(QueueError) {
      do throws(LibraryError) {
        try loaded.get()
      } catch {
        throw QueueError(.failed, "queue: \(error.reason)", remedy: error.remedy)
      }
    }

    private static let loaded = Result { () throws(LibraryError) in
      try LibraryError.check("libpq", remedy: "install libpq5 (Debian, Ubuntu) or libpq (Fedora, RHEL)") {
        reviewbot_postgres_load("libpq.so.5", $0, $1)
      }
    }
  }
#endif
