// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// A package that uses the proxy for its dependencies to reach the host's own network. `IsolationTests` checks that a
  /// name is resolved once, and that connections go only to checked addresses.
  @Suite(
    .enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)),
    .enabled(if: SmallDisk.isPossible, "only root can give a host another address"))
  struct HostileProxyTests {
    private static let host = "git.example.test"
    private static let targets = [
      "127.0.0.1:443", "localhost:443", "\(host):22", "\(host):443", "\(host).:443", "169.254.169.254:80",
      "169.254.169.254:443", "[::1]:443", "[::ffff:127.0.0.1]:443", "2130706433:443", "0x7f.1:443",
      "\(host):443@127.0.0.1:443",
    ]

    private static let addresses =
      ["169.254.169.254"]
      + (Soak.isLong ? ["127.0.0.1", "10.0.0.1", "::1", "fd00::1", "100.64.0.1", "0.0.0.0"] : [])

    /// The name that the operator allows resolves to an address that is not on the public internet.
    @Test(.thorough, arguments: addresses, Soak.isLong ? Reviewer.all : [.own])
    func `the proxy rejects private addresses of an allowed host, and all other hosts`(
      address: String, reviewer: Reviewer
    ) async throws {
      try await withScratchDirectory { folder in
        let hosts = try folder.write("hosts", "\(address) \(Self.host)\n")
        let resolver = try folder.write("nsswitch.conf", "hosts: files\n")
        let repository = try SampleRepository(in: folder.folder("repository"), head: Self.package(asking: Self.targets))
        let checked = try await Checked(
          repository, by: BuiltProgram(in: folder),
          ["--sandbox", "bwrap", "--test", "head", "--no-build-cache", "--allow-host", Self.host],
          environment: try reviewer.take(folder),
          shell: """
            exec unshare --mount --net sh -c 'ip link set lo up; mount --bind "\(hosts)" /etc/hosts \\
              && mount --bind "\(resolver)" /etc/nsswitch.conf && \(reviewer.shell ?? #"exec "$0" "$@""#)' "$0" "$@"
            """)
        let report = try #require(checked.report, "\(checked.outcome.errors)")
        #expect(report.verdict == .buildFailed, "\(report.reasons)")
        let responses = (report.runs.first?.logTail ?? "").split(separator: "\n").filter { $0.hasPrefix("reply ") }
        #expect(responses.count == Self.targets.count, "\(report.runs.first?.logTail ?? "")")
        #expect(responses.allSatisfy { $0.contains(" 403 ") || $0.contains(" 400 ") }, "\(responses)")
        #expect(
          report.notes.contains { $0.contains("\(Self.host) is at \(address), which is not on the public internet") },
          "\(report.notes)")
        #expect(checked.leftover == [])
      }
    }

    /// The name server's answers alternate between a public address, at which a server answers, and the loopback address.
    @Test(.enabled(if: Soak.isLong, "a part of `make soak`"), arguments: Reviewer.all)
    func `a name that is rebound to a private address does not lead there`(reviewer: Reviewer) async throws {
      try await withScratchDirectory { folder in
        let names = try folder.write("resolv.conf", "nameserver 127.0.0.1\noptions attempts:1 timeout:5\n")
        let resolver = try folder.write("nsswitch.conf", "hosts: dns\n")
        let server = FilePath(#filePath).removingLastComponent().appending("Servers/rebinding_dns.py")
        let repository = try SampleRepository(
          in: folder.folder("repository"), head: Self.package(asking: Array(repeating: "\(Self.host):443", count: 8)))
        let log = folder.path.appending("names.log")
        let checked = try await Checked(
          repository, by: BuiltProgram(in: folder),
          ["--sandbox", "bwrap", "--test", "head", "--no-build-cache", "--allow-host", Self.host],
          environment: try reviewer.take(folder),
          shell: """
            exec unshare --mount --net sh -c 'ip link set lo up && ip address add \(Self.publicAddress)/32 dev lo \
              && mount --bind "\(names)" /etc/resolv.conf && mount --bind "\(resolver)" /etc/nsswitch.conf || exit 99
            python3 "\(server)" "\(log)" \(Self.publicAddress) &
            server=$!
            until grep -q ready "\(log)" 2>/dev/null; do kill -0 $server || exit 98; done
            (\(reviewer.shell ?? #"exec "$0" "$@""#))
            status=$?
            kill $server
            exit $status' "$0" "$@"
            """)
        let report = try #require(checked.report, "\(checked.outcome.errors)")
        let responses = (report.runs.first?.logTail ?? "").split(separator: "\n").filter { $0.hasPrefix("reply ") }
        let events = Set(try folder.text("names.log").split(separator: "\n"))
        #expect(
          responses.contains { $0.contains(" 200 ") } && responses.contains { $0.contains(" 403 ") }, "\(responses)")
        #expect(events == ["ready", "asked", "public"])
      }
    }

    private static let publicAddress = "8.8.4.4"

    /// The manifest of a dependency in the repository sends its own requests to the proxy. SwiftPM evaluates it when it
    /// resolves the dependencies, the only stage with a proxy, and the package's own manifest before.
    private static func package(asking targets: [String]) -> SampleRepository.Files {
      [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Sample",
          dependencies: [.package(path: "Local"), .package(url: "https://\(host)/acme/lines.git", from: "1.0.0")],
          targets: [.target(name: "Sample")])

        """,
        "Local/Package.swift": """
        // swift-tools-version: 6.0
        import Foundation
        import PackageDescription
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bash", "/box/source/ask.sh"]
        try? process.run()
        process.waitUntilExit()
        exit(1)

        """,
        "ask.sh": #"""
        proxy=${https_proxy#http://}
        for target in \#(targets.joined(separator: " ")); do
          exec 3<>"/dev/tcp/${proxy%%:*}/${proxy##*:}"
          printf 'CONNECT %s HTTP/1.1\r\nHost: x\r\n\r\n' "$target" >&3
          read -r line <&3
          echo "reply $target $line" >&2
          exec 3>&-
        done

        """#,
      ]
    }
  }
}
