// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CPostgres
  import Foundation
  import ReviewContract
  import SystemPackage

  /// The location of the queue's database and the parameters of connections.
  struct PostgresPlace: Sendable {
    /// libpq's keywords and their values, without the password.
    private let parameters: [String: String]

    /// Parameters that are not allowed: sources of further parameters or secrets for libpq, and parameters that are set
    /// here.
    private static let refused = [
      "password": "set password_file to a file with the password",
      "passfile": "set password_file to the path of a file with the password",
      "sslpassword": "use a key without a password, readable by the daemon's user only",
      "service": "write the service's parameters instead",
      "options": "remove it", "replication": "remove it", "client_encoding": "remove it",
    ]

    /// Removes variables such as `PGPORT`, `PGPASSWORD` and `PGSERVICE`, from which libpq takes missing parameters. The
    /// configuration file determines where the queue is, and the environment must not change that.
    private static let withoutVariables: Void = {
      guard let options = reviewbot_PQconndefaults() else { return }
      defer { reviewbot_PQconninfoFree(options) }
      var option = options
      while option.pointee.keyword != nil {
        if let variable = option.pointee.envvar { unsetenv(variable) }
        option += 1
      }
      for variable in ["PGSERVICEFILE", "PGSYSCONFDIR"] { unsetenv(variable) }
    }()

    /// - Parameter text: a conninfo string or a URI, as libpq reads them.
    /// - Throws: ``QueueError/Code/invalid``; ``QueueError/Code/failed`` without libpq. libpq's message for a malformed text is omitted, because it contains the
    ///   whole text, including the password.
    init(_ text: String) throws(QueueError) {
      try PostgresLibrary.load()
      Self.withoutVariables
      let parsed = try Self.parsed(text)
      for (keyword, _) in parsed {
        if let remedy = Self.refused[keyword] {
          throw QueueError(.invalid, "queue: \(keyword) is not allowed in the connection", remedy: remedy)
        }
      }
      var parameters = Dictionary(parsed, uniquingKeysWith: { $1 })
      guard let name = parameters["dbname"], !name.isEmpty else {
        throw QueueError(.invalid, "queue: the connection names no database", remedy: "add dbname")
      }
      // Otherwise environment variables would determine the host.
      guard parameters["host"] != nil || parameters["hostaddr"] != nil else {
        throw QueueError(
          .invalid, "queue: the connection names no host", remedy: "add host, as in host=/run/postgresql")
      }
      try Self.decideTLS(&parameters)
      parameters["application_name"] = parameters["application_name"] ?? "reviewbot"
      parameters["connect_timeout"] = parameters["connect_timeout"] ?? "10"
      // Detects that the database's machine is gone, also during a statement.
      parameters["tcp_user_timeout"] = parameters["tcp_user_timeout"] ?? "15000"
      parameters["keepalives_idle"] = parameters["keepalives_idle"] ?? "15"
      parameters["keepalives_interval"] = parameters["keepalives_interval"] ?? "5"
      parameters["client_encoding"] = "UTF8"
      parameters["options"] =
        "-c search_path=reviewbot -c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=30s"
      // Of several hosts, selects one that accepts writes.
      parameters["target_session_attrs"] = parameters["target_session_attrs"] ?? "read-write"
      // Not from the home directory. libpq warns on the standard error stream about an existing path that is not a
      // file.
      parameters["passfile"] = "/dev/null/none"
      self.parameters = parameters
    }

    /// - Returns: libpq's keywords and their values.
    func parameters(password: String?) -> [(keyword: String, value: String)] {
      var parameters = parameters
      parameters["password"] = password
      return parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Allows connections without TLS only where they cannot be intercepted: over a Unix-domain socket, or to this
    /// machine by its address.
    private static func decideTLS(_ parameters: inout [String: String]) throws(QueueError) {
      // A name beside an address is the one that the certificate must contain.
      let hosts = ["host", "hostaddr"].compactMap { parameters[$0] }
        .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let isLocal = hosts.allSatisfy { host in
        host.isEmpty || host.hasPrefix("/") || host == "127.0.0.1" || host == "::1"
      }
      let mode = parameters["sslmode"] ?? (isLocal ? "prefer" : "verify-full")
      guard isLocal || mode == "verify-full" || mode == "verify-ca" else {
        throw QueueError(
          .invalid, "queue: sslmode=\(mode) is not allowed for a database on another host",
          remedy: "remove it, and set sslrootcert to the file of the certificate authority")
      }
      parameters["sslmode"] = mode
      if !isLocal, parameters["sslrootcert"] == nil { parameters["sslrootcert"] = SystemCertificates.file?.string }
    }

    private static func parsed(_ text: String) throws(QueueError) -> [(String, String)] {
      guard !text.utf8.contains(0) else { throw malformed }
      var message: UnsafeMutablePointer<CChar>?
      guard let options = reviewbot_PQconninfoParse(text, &message) else {
        reviewbot_PQfreemem(message)
        throw malformed
      }
      defer { reviewbot_PQconninfoFree(options) }
      var found: [(String, String)] = []
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { found.append((String(cString: keyword), String(cString: value))) }
        option += 1
      }
      return found
    }

    private static var malformed: QueueError {
      QueueError(
        .invalid, "queue: the connection is neither a conninfo string nor a URI of PostgreSQL",
        remedy: "write it as in host=db.example.com dbname=reviewbot user=reviewbot")
    }
  }
#endif
