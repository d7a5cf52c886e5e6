// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Isolation
import Testing

@testable import ServerCommands

struct DependencyHostTests {
  @Test(arguments: ["Git.example.com", "git.example.com:8443", "h=10.0.0.0/8", "h:1=fd00::/8", "h:443=10.1.2.3"])
  func `a host of the operator's file is the same as with the option`(text: String) throws {
    #expect(AllowedHost(try #require(DependencyHost(text))) == AllowedHost(text))
  }
}
