// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

struct FailureTableTests {
  @Test(arguments: [ForgeFailure.unreachable, .unavailable, .rateLimited, .unreadable])
  func `each outage of a forge has the same consequences`(code: ForgeFailure) {
    let row = code.failureClass
    #expect(row.isOutage && !row.countsAttempt)
    #expect(row.fault == .forge)
    #expect(row.breaker == .forge)
    #expect(row.author == .message)
    #expect(ForgeError(code, "no").isTransient)
  }

  @Test(arguments: [ForgeFailure.notFound, .unacceptable, .rejected, .failed])
  func `a forge's answer that is refused is permanent, and stops no other job`(code: ForgeFailure) {
    #expect(!code.failureClass.isTransient)
    #expect(code.failureClass.breaker == nil)
  }

  @Test(arguments: [(ForgeFailure.badToken, FailureClass.Breaker.forge), (.forbidden, .repository)])
  func `a credential's failure lasts until the operator acts`(code: ForgeFailure, breaker: FailureClass.Breaker) {
    let row = code.failureClass
    #expect(row.isOutage && row.fault == .operator && row.breaker == breaker && row.action != nil)
    #expect(!ForgeError(code, "no").isTransient)
  }

  @Test(arguments: FailureTable.rows) func `the rows do not contradict themselves`(row: FailureTable.Row) {
    let failure = row.failureClass
    // Only an outage concerns other jobs, and a permanent failure is never one.
    #expect(failure.breaker == nil || failure.isOutage)
    #expect(failure.isTransient || failure.countsAttempt)
    #expect(failure.fault != .operator || failure.action != nil)
    #expect(FailureTable.rows.count { $0.port == row.port && $0.code == row.code } == 1)
  }
}
