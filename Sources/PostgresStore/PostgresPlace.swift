// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CPostgres
  import Foundation
  import ReviewContract

  /// Where the queue's database is and how it is connected to.
  struct PostgresPlace: Sendable {
    /// libpq's keywords and their values, without the password.
    private let parameters: [String: String]

    /// What may not be given: places that libpq would take further parameters or secrets from, and what is set here.
    private static let refused = [
      "password": "name a file with it as password_file", "passfile": "name a file with the password as password_file",
      "sslpassword": "use a key without a password, readable by the daemon's user only",
      "service": "write out what it says",
      "options": "remove it", "replication": "remove it", "client_encoding": "remove it",
    ]

    /// libpq fills in what is not given from variables such as `PGPORT`, `PGPASSWORD` and `PGSERVICE`. The operator's file
    /// says where the queue is, and the environment of the daemon's start must not change that, so they are removed.
    private static let withoutVariables: Void = {
      guard let options = PQconndefaults() else { return }
      defer { PQconninfoFree(options) }
      var option = options
      while option.pointee.keyword != nil {
        if let variable = option.pointee.envvar { unsetenv(variable) }
        option += 1
      }
      for variable in ["PGSERVICEFILE", "PGSYSCONFDIR"] { unsetenv(variable) }
    }()

    /// - Parameter text: a conninfo string or a URI, as libpq reads them.
    /// - Throws: ``QueueError/Code/invalid``. What libpq says of a malformed text is not repeated: it has all of it,
    ///   the password included.
    init(_ text: String) throws(QueueError) {
      Self.withoutVariables
      let given = try Self.parsed(text)
      for (keyword, _) in given {
        if let remedy = Self.refused[keyword] {
          throw QueueError(.invalid, "queue: \(keyword) is not allowed in the connection", remedy: remedy)
        }
      }
      var parameters = Dictionary(given, uniquingKeysWith: { $1 })
      guard let name = parameters["dbname"], !name.isEmpty else {
        throw QueueError(.invalid, "queue: the connection names no database", remedy: "add dbname")
      }
      // Otherwise variables of the environment would say where it is.
      guard parameters["host"] != nil || parameters["hostaddr"] != nil else {
        throw QueueError(
          .invalid, "queue: the connection names no host", remedy: "add host, as in host=/run/postgresql")
      }
      try Self.decideTLS(&parameters)
      parameters["application_name"] = parameters["application_name"] ?? "reviewbot"
      parameters["connect_timeout"] = parameters["connect_timeout"] ?? "10"
      // A database whose machine vanished is noticed, also in the middle of a statement.
      parameters["tcp_user_timeout"] = parameters["tcp_user_timeout"] ?? "15000"
      parameters["keepalives_idle"] = parameters["keepalives_idle"] ?? "15"
      parameters["keepalives_interval"] = parameters["keepalives_interval"] ?? "5"
      parameters["client_encoding"] = "UTF8"
      parameters["options"] =
        "-c search_path=reviewbot -c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=30s"
      // With several hosts, only the one that takes writes will do.
      parameters["target_session_attrs"] = parameters["target_session_attrs"] ?? "read-write"
      // Not from the home directory. libpq warns on the standard error stream about what is there and not a file.
      parameters["passfile"] = "/dev/null/none"
      self.parameters = parameters
    }

    /// - Returns: libpq's keywords and their values.
    func parameters(password: String?) -> [(keyword: String, value: String)] {
      var parameters = parameters
      parameters["password"] = password
      return parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Without TLS only where nobody listens between: a socket in the file system, or this machine by its number.
    private static func decideTLS(_ parameters: inout [String: String]) throws(QueueError) {
      // A name beside an address is what the certificate has to show.
      let hosts = ["host", "hostaddr"].compactMap { parameters[$0] }
        .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let isLocal = hosts.allSatisfy { host in
        host.isEmpty || host.hasPrefix("/") || host == "127.0.0.1" || host == "::1"
      }
      let mode = parameters["sslmode"] ?? (isLocal ? "prefer" : "verify-full")
      guard isLocal || mode == "verify-full" || mode == "verify-ca" else {
        throw QueueError(
          .invalid, "queue: sslmode=\(mode) does not show that the database is the right one",
          remedy: "remove it, and name the authority's file as sslrootcert")
      }
      parameters["sslmode"] = mode
      let system = "/etc/ssl/certs/ca-certificates.crt"
      if !isLocal, parameters["sslrootcert"] == nil, FileManager.default.fileExists(atPath: system) {
        parameters["sslrootcert"] = system
      }
    }

    private static func parsed(_ text: String) throws(QueueError) -> [(String, String)] {
      guard !text.utf8.contains(0) else { throw malformed }
      var message: UnsafeMutablePointer<CChar>?
      guard let options = PQconninfoParse(text, &message) else {
        PQfreemem(message)
        throw malformed
      }
      defer { PQconninfoFree(options) }
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
