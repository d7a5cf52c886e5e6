// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import JobQueue
package import Logging

/// Keeps reports beside the queue, so that another machine continues a job whose machine was lost.
package struct SharedReportShelf: ReportShelf {
  private let values: any SharedValues
  private let log: Logger

  package init(_ values: any SharedValues, log: Logger) {
    self.values = values
    self.log = log
  }

  package func report(of job: ReviewJob) async -> KeptReport? {
    do {
      let key = Self.key(job)
      guard let value = try await values.values(of: key.kind, key.subject)[key.name] else { return nil }
      return try KeptReport.decoded(Data(value), for: job)
    } catch {
      log.failure("cannot read a stored report", error, metadata: ["job": "\(job.id)"])
      return nil
    }
  }

  package func keep(_ kept: KeptReport, of job: ReviewJob) async {
    do {
      try await values.set([UInt8](kept.encoded(for: job)), for: Self.key(job), lifetime: KeptReport.lifetime)
    } catch {
      log.failure("a report was not kept", error, metadata: ["job": "\(job.id)"])
    }
  }

  /// The queue deletes expired values.
  package func sweep() {}

  private static func key(_ job: ReviewJob) -> SharedValueKey { SharedValueKey(.report, "\(job.id)") }
}
