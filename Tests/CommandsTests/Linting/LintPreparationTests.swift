// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Commands

struct LintPreparationTests {
  @Test("A preparation checks its whole text, in which there is nothing to find")
  func checksItsText() async {
    let findings = await LintPreparation.findings()
    #expect(findings == [])
  }
}
