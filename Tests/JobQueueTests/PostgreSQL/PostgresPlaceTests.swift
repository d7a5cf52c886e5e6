// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import ReviewContract
  import SecretMasking
  import Testing

  @testable import PostgresStore

  struct PostgresPlaceTests {
    private func value(_ keyword: String, of text: String) throws -> String? {
      try PostgresPlace(text).parameters(password: nil).first { $0.keyword == keyword }?.value
    }

    @Test(arguments: [
      "host=db dbname=q password=hunter2", "postgresql://ada:hunter2@db/q", "host=db dbname=q passfile=/hunter2",
      "host=db dbname=q sslpassword=hunter2", "service=hunter2 dbname=q host=db",
      "host=db dbname=q options=-chunter2=1",
    ])
    func `a connection with a secret or a disallowed parameter is rejected without its value`(text: String) throws {
      let error = try #require(throws: QueueError.self) { try PostgresPlace(text) }
      #expect(error.code == .invalid)
      #expect(!"\(error)".contains("hunter2"))
    }

    @Test(arguments: [
      "postgresql://ada:hunter2@db:port:7/q", "hunter2", "host='hunter2", "", "host=db user=hunter2",
      "dbname=q user=hunter2",
    ])
    func `an invalid connection string is rejected, and the error does not show its text`(text: String) throws {
      let error = try #require(throws: QueueError.self) { try PostgresPlace(text) }
      #expect(error.code == .invalid)
      #expect(!"\(error)".contains("hunter2"))
    }

    @Test func `a connection to another machine requires a verified certificate`() throws {
      #expect(try value("sslmode", of: "host=db.example.com dbname=q") == "verify-full")
      #expect(try value("sslmode", of: "postgresql://a.example.com,b.example.com/q") == "verify-full")
      #expect(try value("sslmode", of: "host=/run/postgresql dbname=q") == "prefer")
      #expect(try value("sslmode", of: "host=127.0.0.1 dbname=q") == "prefer")
      // A name may resolve to any address.
      #expect(try value("sslmode", of: "host=localhost dbname=q") == "verify-full")
      #expect(try value("sslmode", of: "host=127.0.0.1,db.example.com dbname=q") == "verify-full")
      #expect(try value("sslmode", of: "host=db.example.com hostaddr=127.0.0.1 dbname=q") == "verify-full")
      #expect(try value("sslmode", of: "hostaddr=127.0.0.1 dbname=q") == "prefer")
      for mode in ["disable", "prefer", "require"] {
        let error = #expect(throws: QueueError.self) { try PostgresPlace("host=db dbname=q sslmode=\(mode)") }
        #expect(error?.message.contains("sslmode=\(mode)") == true)
      }
    }

    @Test func `a connection with several hosts requires one that accepts writes`() throws {
      #expect(try value("host", of: "postgresql://a,b/q") == "a,b")
      #expect(try value("target_session_attrs", of: "postgresql://a,b/q") == "read-write")
      #expect(try value("application_name", of: "postgresql://a,b/q") == "reviewbot")
    }

    @Test func `an error of libpq does not show the password`() throws {
      let place = try PostgresPlace("host=/nowhere-a-password-of-hunters dbname=q")
      let password = "a-password-of-hunters"
      let error = try #require(throws: PostgresFailure.self) {
        try PostgresConnection(place.parameters(password: password), mask: SecretMask([password]))
      }
      #expect(error.message.contains("/nowhere-***"), "\(error.message)")
      #expect(error.state == nil)
      #expect(error.queueError.code == .failed)
    }
  }
#endif
