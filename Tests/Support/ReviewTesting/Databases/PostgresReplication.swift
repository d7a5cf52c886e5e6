// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A server and its streaming replica, which can be promoted.
package struct PostgresReplication: Sendable {
  package let primary: PostgresServer
  package let replica: PostgresServer
  /// A conninfo string with both hosts.
  package let connection: String

  /// Starts both, with an empty database.
  ///
  /// - Parameter isSynchronous: whether a COMMIT succeeds only when the replica has received it.
  package init(isSynchronous: Bool) throws {
    // A COMMIT has to be durable, because tests kill the server.
    let names = isSynchronous ? PostgresServer.replicaName : ""
    primary = try PostgresServer(settings: ["synchronous_commit=on", "synchronous_standby_names=\(names)"])
    // Without this, the COMMIT would wait for a replica, and there is none yet.
    try primary.query(["SET synchronous_commit = local", "CREATE DATABASE queue TEMPLATE template0"], in: "postgres")
    replica = try PostgresServer(settings: ["synchronous_commit=on"], replicating: primary)
    connection =
      "host=\(primary.folder),\(replica.folder) dbname=queue user=reviewbot target_session_attrs=read-write"
  }

  /// Separates the replica from the primary: it does not receive later commits.
  package func disconnect() throws {
    try replica.query(["ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"], in: "postgres")
    // Each query takes as long as the start of a program.
    for _ in 0..<3_000 {
      if try replica.query("SELECT count(*) FROM pg_stat_wal_receiver", in: "postgres") == "0" { return }
    }
    throw PostgresServer.CannotStart(description: "the replica goes on receiving")
  }

  /// Promotes the replica, and waits until it accepts writes.
  package func promote() throws {
    guard try replica.query("SELECT pg_promote()", in: "postgres") == "t" else {
      throw PostgresServer.CannotStart(description: "the replica was not promoted")
    }
  }
}

extension PostgresServer {
  static let replicaName = "replica"
  /// The log message of a replica that has caught up.
  static let streaming = "started streaming WAL from primary"

  /// Returns the arguments of `pg_basebackup` that create a replica's folder.
  func copying(to data: String) -> [String] {
    [
      "-D", data, "-d", "host=\(folder) port=\(port) user=reviewbot application_name=\(Self.replicaName)",
      "--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync",
    ]
  }
}
