// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The queue could not be opened, or an operation on it failed.
package struct QueueError: ReviewError {
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Another process has the queue open.
    package static let inUse = Code(rawValue: "inUse")
    /// A newer program wrote the queue.
    package static let newerSchema = Code(rawValue: "newerSchema")
    /// The file is something else.
    package static let notAQueue = Code(rawValue: "notAQueue")
    /// The place is one where a queue is not safe.
    package static let unsuitablePlace = Code(rawValue: "unsuitablePlace")
    /// No space is left; nothing was changed.
    package static let diskFull = Code(rawValue: "diskFull")
    /// The disk failed, or the file is damaged.
    package static let damaged = Code(rawValue: "damaged")
    /// The lease expired, or another worker has it.
    package static let leaseLost = Code(rawValue: "leaseLost")
    /// The job was cancelled.
    package static let cancelled = Code(rawValue: "cancelled")
    /// There is no such job.
    package static let notFound = Code(rawValue: "notFound")
    /// The request is invalid.
    package static let invalid = Code(rawValue: "invalid")
    /// The queue was closed.
    package static let closed = Code(rawValue: "closed")
    /// Anything else.
    package static let failed = Code(rawValue: "failed")
  }

  package let code: Code
  package let message: String
  package let remedy: String?
  package let underlying: String?

  package init(_ code: Code, _ message: String, remedy: String? = nil, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
  }
}
