// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A server and a streaming replica of it, of which the replica takes over.
package struct PostgresReplication: Sendable {
  package let primary: PostgresServer
  package let replica: PostgresServer
  /// A conninfo string with both hosts.
  package let connection: String

  /// Starts both, with an empty database.
  ///
  /// - Parameter isSynchronous: whether a COMMIT is answered only when the replica has it, too.
  package init(isSynchronous: Bool) throws {
    // A COMMIT has to be more than a promise: the process is killed.
    let names = isSynchronous ? PostgresServer.replicaName : ""
    primary = try PostgresServer(settings: ["synchronous_commit=on", "synchronous_standby_names=\(names)"])
    // There is no replica yet to wait for.
    try primary.query(["SET synchronous_commit = local", "CREATE DATABASE queue TEMPLATE template0"], in: "postgres")
    replica = try PostgresServer(settings: ["synchronous_commit=on"], replicating: primary)
    connection =
      "host=\(primary.folder),\(replica.folder) dbname=queue user=reviewbot target_session_attrs=read-write"
  }

  /// Separates the replica from the primary: what is committed from now on it does not have.
  package func disconnect() throws {
    try replica.query(["ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"], in: "postgres")
    // Each look takes as long as the start of a program.
    for _ in 0..<3_000 {
      if try replica.query("SELECT count(*) FROM pg_stat_wal_receiver", in: "postgres") == "0" { return }
    }
    throw PostgresServer.CannotStart(description: "the replica goes on receiving")
  }

  /// Makes the replica a server that takes writes, and waits until it does.
  package func promote() throws {
    guard try replica.query("SELECT pg_promote()", in: "postgres") == "t" else {
      throw PostgresServer.CannotStart(description: "the replica was not promoted")
    }
  }
}

extension PostgresServer {
  static let replicaName = "replica"
  /// What a replica logs when it has caught up.
  static let streaming = "started streaming WAL from primary"

  /// The arguments of `pg_basebackup` that make a replica's folder.
  func copying(to data: String) -> [String] {
    [
      "-D", data, "-d", "host=\(folder) port=\(port) user=reviewbot application_name=\(Self.replicaName)",
      "--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync",
    ]
  }
}
