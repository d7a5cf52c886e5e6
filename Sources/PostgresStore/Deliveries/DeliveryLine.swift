// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import JobQueue
  import ReviewContract

  /// A delivery to be recorded, with its effect.
  struct GroupedDelivery: Sendable {
    let delivery: Delivery
    let effect: DeliveryEffect

    var key: DeliveryKey { DeliveryKey(forge: delivery.forge, id: delivery.id) }
  }

  /// The deliveries of a process that wait for the database. Those that arrive during a transaction are recorded together
  /// by the next one, so that they share its statements and its wait for the disk.
  ///
  /// Deliveries whose rows are locked by other transactions move to a second lane, so that the others do not wait for
  /// them. Each lane uses one connection at a time.
  final class DeliveryLine: Sendable {
    /// The maximum number of deliveries of a transaction. With more the first would wait for too long.
    static let largestGroup = 64

    private struct Waiting: Sendable {
      let delivery: GroupedDelivery
      let reply: @Sendable (Result<DeliveryReceipt, QueueError>) -> Void
    }

    private struct Lane: Sendable {
      var waiting: [Waiting] = []
      var isRecording = false
    }

    private let lane = Locked(Lane())
    /// The deliveries that wait for other transactions.
    private let blockedLane = Locked(Lane())
    private let pool: PostgresPool

    init(_ pool: PostgresPool) {
      self.pool = pool
    }

    /// The number of deliveries that wait for the transaction in progress; `nil` if there is none.
    var waiting: Int? { lane.withLock { $0.isRecording ? $0.waiting.count : nil } }

    /// Records a delivery, and returns when it is on disk, even if the task is cancelled.
    ///
    /// A delivery that fails changes nothing, and does not affect the others of its group.
    func record(_ delivery: GroupedDelivery) async throws(QueueError) -> DeliveryReceipt {
      let result: Result<DeliveryReceipt, QueueError> = await withCheckedContinuation { continuation in
        let waiting = Waiting(delivery: delivery) { continuation.resume(returning: $0) }
        guard append([waiting], to: lane), !pool.submit({ [self] in recordAll(lane, waits: false, $0) }) else { return }
        while case let refused = take(Self.largestGroup, from: lane), !refused.isEmpty {
          for delivery in refused { delivery.reply(.failure(QueueError(.closed, "the queue is closed"))) }
        }
      }
      return try result.get()
    }

    /// - Returns: whether the caller has to start recording.
    private func append(_ deliveries: [Waiting], to lane: Locked<Lane>) -> Bool {
      lane.withLock { lane in
        lane.waiting += deliveries
        defer { lane.isRecording = true }
        return !lane.isRecording
      }
    }

    /// Removes the next deliveries; none at the end of the recording.
    private func take(_ count: Int, from lane: Locked<Lane>) -> [Waiting] {
      lane.withLock { lane in
        let next = Array(lane.waiting.prefix(count))
        lane.waiting.removeFirst(next.count)
        if next.isEmpty { lane.isRecording = false }
        return next
      }
    }

    /// Records one group after the other. Between them, other steps that wait for a connection have their turn.
    private func recordAll(_ lane: Locked<Lane>, waits: Bool, _ session: PostgresSession) {
      repeat {
        let group = take(Self.largestGroup, from: lane)
        if group.isEmpty { return }
        let blocked = record(group, waits: waits, session)
        if !blocked.isEmpty, append(blocked, to: blockedLane),
          !pool.submit({ [self] in recordAll(blockedLane, waits: true, $0) })
        {
          recordAll(blockedLane, waits: true, session)
        }
        // A closed pool finishes here the deliveries that it accepted before.
      } while !pool.submit { [self] in recordAll(lane, waits: waits, $0) }
    }

    /// Records a group, and answers.
    ///
    /// - Parameter waits: whether to wait for rows that other transactions have locked.
    /// - Returns: the deliveries that have to wait, which have no answer yet.
    private func record(_ group: [Waiting], waits: Bool, _ session: PostgresSession) -> [Waiting] {
      do {
        let receipts = try receipts(of: group, waits: waits, session)
        var blocked: [Waiting] = []
        for (delivery, receipt) in zip(group, receipts) {
          if let receipt { delivery.reply(.success(receipt)) } else { blocked.append(delivery) }
        }
        return blocked
      } catch let failure as PostgresFailure where failure.concernsOtherSteps {
        for delivery in group { delivery.reply(.failure(failure.queueError)) }
        return []
      } catch {
        if group.count == 1 {
          group[0].reply(.failure(QueueError(postgres: error)))
          return []
        }
        // One of them may be the cause.
        return group.flatMap { record([$0], waits: waits, session) }
      }
    }

    private func receipts(
      of group: [Waiting], waits: Bool, _ session: PostgresSession
    ) throws -> [DeliveryReceipt?] {
      try session.write { try DeliveryGroup(deliveries: group.map(\.delivery), waits: waits).record($0) }
    }
  }
#endif
