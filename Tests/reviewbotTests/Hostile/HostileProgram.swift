// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A package whose manifest compiles a program in C and runs it. Nothing has to be built, so a review of it is quick.
enum HostileProgram {
  /// The end of the manifest.
  enum Ending: String {
    /// A failure, so that the end of the program's output is in the report.
    case failure = "exit(1)"
    /// A valid package.
    case package = #"let package = Package(name: "Sample", targets: [.target(name: "Sample")])"#
  }

  /// - Parameter program: the statements of `main`. Its output to `stderr` is shown.
  static func files(_ program: String, ending: Ending = .failure) -> SampleRepository.Files {
    [
      "Package.swift": """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      func run(_ arguments: [String]) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        try? process.run()
        process.waitUntilExit()
      }
      let program = "/box/run/tmp/program-\\(getpid())"
      run(["clang", "-w", "-o", program, "/box/source/Program/main.c"])
      run([program])
      \(ending.rawValue)

      """,
      "Program/main.c": prelude + "int main(void) {\n\(program)\n  return 0;\n}\n",
      "Sources/Sample/Sign.swift": nil, "Tests/SampleTests/SignTests.swift": nil,
      "Tests/SampleTests/SampleTests.swift": nil,
    ]
  }

  private static let prelude = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/stat.h>
    #include <sys/statvfs.h>
    #include <unistd.h>

    /* Writes so many megabytes, or as many as it can. */
    static long fill(int descriptor, long megabytes) {
      static char bytes[1 << 20];
      long count = 0;
      memset(bytes, 1, sizeof bytes);
      while (count < megabytes && write(descriptor, bytes, sizeof bytes) == sizeof bytes) count++;
      return count;
    }


    """
}
