// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CCurl
import CInterop
import Foundation
import ResourceLoading

/// The one thread that owns libcurl's multi handle.
///
/// Other threads only append to a list of commands and wake the thread, which is the one call that libcurl allows them.
final class CurlLoop: @unchecked Sendable {
  // Unchecked: only the thread uses `multi` and `active`; others call `curl_multi_wakeup`, inside the lock of
  // `commands`, and only until the loop is stopped.
  fileprivate enum Command: Sendable {
    case start(Transfer, CheckedContinuation<Transfer.Outcome, Never>)
    case cancel(Transfer)
    case stop
  }

  private struct Commands: Sendable {
    var waiting: [Command] = []
    var isStopped = false
  }

  private let multi: UnsafeMutableRawPointer
  private let commands = Locked(Commands())
  private var active: [UnsafeMutableRawPointer: Transfer] = [:]

  /// Starts the thread; ``stop()`` ends it.
  ///
  /// - Throws: ``TransportError`` if libcurl cannot be used.
  init(connectionsPerHost: Int) throws(TransportError) {
    do throws(LibraryError) {
      try CurlLibrary.load()
    } catch {
      throw TransportError(error)
    }
    guard let multi = reviewbot_curl_multi_init() else { preconditionFailure("libcurl cannot be started") }
    self.multi = multi
    _ = reviewbot_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    _ = reviewbot_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
    let thread = Thread { [self] in run() }
    thread.name = "reviewbot.curl"
    thread.start()
  }

  /// Waits for the end of the transfer. Cancelling the task ends it immediately.
  func perform(_ transfer: Transfer) async throws(TransportError) -> TransportResponse {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { post(.start(transfer, $0)) }
    } onCancel: {
      post(.cancel(transfer))
    }
    return try outcome.get()
  }

  /// Ends all transfers and the thread.
  func stop() {
    post(.stop)
  }

  private func post(_ command: Command) {
    let isStopped = commands.withLock { commands in
      guard !commands.isStopped else { return true }
      commands.waiting.append(command)
      reviewbot_curl_multi_wakeup(multi)
      return false
    }
    if isStopped, case .start(_, let continuation) = command { continuation.resume(returning: .failure(.cancelled)) }
  }

  private func run() {
    while obeyCommands() {
      var running: Int32 = 0
      reviewbot_curl_multi_perform(multi, &running)
      finishTransfers()
      // libcurl wakes up earlier for its sockets, its timers and `curl_multi_wakeup`.
      reviewbot_curl_multi_poll(multi, 60_000)
    }
    reviewbot_curl_multi_cleanup(multi)
  }

  /// Executes the waiting commands; returns whether the thread continues.
  private func obeyCommands() -> Bool {
    let waiting = commands.withLock { commands in
      let waiting = commands.waiting
      commands.waiting = []
      if waiting.contains(where: \.isStop) { commands.isStopped = true }
      return waiting
    }
    var goesOn = true
    for command in waiting {
      switch command {
      case .start(let transfer, let continuation): start(transfer, continuation)
      case .cancel(let transfer): cancel(transfer)
      case .stop: goesOn = false
      }
    }
    if !goesOn { active.values.forEach(cancel) }
    return goesOn
  }

  private func start(_ transfer: Transfer, _ continuation: CheckedContinuation<Transfer.Outcome, Never>) {
    // The cancellation can overtake the start.
    guard !transfer.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
    do throws(TransportError) {
      let handle = try transfer.prepare(continuation)
      active[handle.pointer] = transfer
      let code = reviewbot_curl_multi_add_handle(multi, handle.pointer)
      guard code == CURLM_OK else {
        active[handle.pointer] = nil
        throw TransportError(
          .failed, "cannot start a transfer of libcurl: \(String(cString: reviewbot_curl_multi_strerror(code)))")
      }
    } catch {
      transfer.finish(throwing: error)
    }
  }

  private func cancel(_ transfer: Transfer) {
    transfer.markCancelled()
    guard let handle = transfer.handle else { return }
    remove(handle)
    transfer.finish(throwing: .cancelled)
  }

  private func finishTransfers() {
    var remaining: Int32 = 0
    while let message = reviewbot_curl_multi_info_read(multi, &remaining) {
      guard message.pointee.msg == CURLMSG_DONE, let pointer = message.pointee.easy_handle,
        let transfer = active[pointer], let handle = transfer.handle
      else { continue }
      let code = reviewbot_curl_message_result(message)
      remove(handle)
      transfer.finish(code)
    }
  }

  private func remove(_ handle: EasyHandle) {
    reviewbot_curl_multi_remove_handle(multi, handle.pointer)
    active[handle.pointer] = nil
  }
}

extension CurlLoop.Command {
  fileprivate var isStop: Bool {
    if case .stop = self { true } else { false }
  }
}
