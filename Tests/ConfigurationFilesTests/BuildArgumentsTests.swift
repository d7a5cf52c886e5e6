// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Testing

struct BuildArgumentsTests {
  @Test(arguments: [
    [], ["--traits", "A,B_2"], ["--enable-all-traits", "--disable-default-traits"], ["-Xswiftc", "-DFAST"],
    ["-Xswiftc", "-enable-upcoming-feature", "-Xswiftc", "ExistentialAny", "-Xswiftc", "-warnings-as-errors"],
  ])
  func `arguments that only select what is built are accepted`(arguments: [String]) throws {
    #expect(try decode(arguments).list == arguments)
  }

  @Test(arguments: [
    ["-c", "release"], ["--scratch-path", "/tmp/x"], ["--disable-sandbox"], ["-Xlinker", "-o"], ["-Xcc", "-fplugin=x"],
    ["-Xswiftc", "-load-plugin-library"], ["-Xswiftc", "main"], ["-Xswiftc", "@file"], ["-Xswiftc"], ["--traits"],
    ["--traits", "A,,B"], ["--traits", "--disable-sandbox"], ["-Xswiftc", "-DA=$(id)"], ["-Xswiftc", "-D"], ["A"], [""],
    ["-Xswiftc", "-enable-upcoming-feature"], ["-Xswiftc", "-enable-upcoming-feature", "-Xcc", "A"],
    ["-Xswiftc", "-enable-upcoming-feature", "-Xswiftc", "-o"], ["--traits=A"], ["--build-system", "native"],
    Array(repeating: "--enable-all-traits", count: 65),
  ])
  func `all other arguments are rejected`(arguments: [String]) {
    #expect(throws: DecodingError.self) { try decode(arguments) }
  }

  private func decode(_ arguments: [String]) throws -> BuildArguments {
    try JSONDecoder().decode(BuildArguments.self, from: JSONEncoder().encode(arguments))
  }
}
