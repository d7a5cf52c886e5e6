// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

extension EndToEnd {
  /// Packages that forge their own results.
  struct ForgedResultsTests {
    private static let package = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Sample",
        targets: [
          .target(name: "Sample", dependencies: ["Start"]), .target(name: "Start"),
          .testTarget(name: "SampleTests", dependencies: ["Sample"]),
        ])

      """
    private static let header = "void start(void);\n"

    /// The process with the XCTest ends before the test begins. The process with Swift Testing's tests overwrites their
    /// results at its end, and exits with success.
    @Test func `tests that end their process and rewrite their results are reported as crashed`() async throws {
      let checked = try await Checked.sample(head: [
        "Package.swift": Self.package,
        "Sources/Start/include/start.h": Self.header,
        "Sources/Start/start.c": #"""
        #include "start.h"
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        static char events[4096], results[4096];
        static char text[1 << 20];
        static void rewrite(const char *path, const char *from, const char *to) {
          int file = open(path, O_RDONLY);
          if (file < 0) return;
          ssize_t size = read(file, text, sizeof text - 1);
          close(file);
          text[size < 0 ? 0 : size] = 0;
          FILE *out = fopen(path, "w");
          for (char *rest = text; *rest;) {
            if (!strncmp(rest, from, strlen(from))) {
              fputs(to, out);
              rest += strlen(from);
            } else fputc(*rest++, out);
          }
          fclose(out);
        }
        static void forge(void) {
          rewrite(events, "\"isFailure\":true", "\"isFailure\":false");
          rewrite(events, "\"isKnown\":false", "\"isKnown\":true ");
          FILE *out = fopen(results, "w");
          fputs("<testsuites><testsuite name=\"TestResults\">"
            "<testcase classname=\"SampleTests\" name=\"isOne()\" time=\"0.1\"/>"
            "<testcase classname=\"SampleTests\" name=\"wrong()\" time=\"0.1\"/></testsuite></testsuites>", out);
          fclose(out);
          _exit(0);
        }
        __attribute__((constructor)) static void begin(int count, char **words) {
          for (int index = 1; index < count; index++) {
            if (!strcmp(words[index], "SampleTests.Old/testWrong")) _exit(0);
            if (index + 1 == count) break;
            if (!strcmp(words[index], "--event-stream-output-path")) snprintf(events, sizeof events, "%s", words[index + 1]);
            if (!strcmp(words[index], "--xunit-output")) snprintf(results, sizeof results, "%s", words[index + 1]);
          }
          if (*events && *results) atexit(forge);
        }
        void start(void) {}

        """#,
        "Sources/Sample/Sign.swift": "import Start\npublic func sign(_ x: Int) -> Int {\n  start()\n  return x\n}\n",
        "Tests/SampleTests/SignTests.swift": """
        import Sample
        import Testing
        import XCTest
        @Test func wrong() { #expect(sign(5) == 1) }
        final class Old: XCTestCase {
          func testWrong() { XCTAssertEqual(sign(5), 1) }
        }

        """,
      ])
      #expect(checked.outcome.status == 1)
      let report = try #require(checked.report)
      #expect(report.verdict == .crashed)
      #expect(
        report.reasons == [
          "`SampleTests.Old/testWrong` ended without a line from the testing library that the test passed"
        ])
      let crashed = report.runs.first?.cases.filter { $0.result == .crashed }.map(\.id.description)
      #expect(crashed == ["SampleTests/wrong()", "SampleTests.Old/testWrong"])
    }

    @Test(.thorough) func `coverage counters that the package sets itself are reported as doubtful`() async throws {
      let functions = (0..<CounterLimit.functions).map { "public func f\($0)() -> Int { \($0) }\n" }.joined()
      let checked = try await Checked.sample(head: [
        "Package.swift": Self.package,
        "Sources/Start/include/start.h": Self.header,
        "Sources/Start/start.c": """
        #include "start.h"
        #include <stdint.h>
        uint64_t *__llvm_profile_begin_counters(void);
        uint64_t *__llvm_profile_end_counters(void);
        void start(void) {
          uint64_t *end = __llvm_profile_end_counters();
          for (uint64_t *counter = __llvm_profile_begin_counters(); counter < end; counter++) *counter += 1;
        }

        """,
        "Sources/Sample/Many.swift": functions,
        "Sources/Sample/Sign.swift": """
        import Start
        public func sign(_ x: Int) -> Int {
          start()
          return 1
        }

        """,
      ])
      #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
      let report = try #require(checked.report)
      #expect(report.verdict == .passed)
      let anomaly = try #require(report.coverage?.anomalies?.first)
      #expect(anomaly.hasPrefix("none of the counters of the target `Sample`"), "\(anomaly)")
      #expect(
        checked.markdown?.contains("do not trust this number") == true
          && checked.outcome.output.contains("Do not trust the coverage"))
    }

    private enum CounterLimit {
      static let functions = 200
    }
  }
}
