// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CCurl
import Foundation
import HTTPTypes
import NetworkAddressing
import ResourceLoading
import SystemPackage

/// One request in progress.
///
/// Only the loop's thread uses it once it was handed over; `callback` functions also run on that thread.
final class Transfer: @unchecked Sendable {
  // Unchecked: another thread creates it and passes it to the loop's thread, which alone uses it from then on. Others
  // keep the reference only to identify the transfer to cancel.
  typealias Outcome = Result<TransportResponse, TransportError>

  private(set) var handle: EasyHandle?
  private let request: TransportRequest
  private let settings: CurlSettings
  private let connection: ConnectionGuard?
  private let addresses: [NetworkAddress]?
  private var parser = HeadParser()
  private var body = Data()
  private var hasBegunBody = false
  /// The reason why a callback ended the transfer; libcurl only reports that a callback did.
  private var refusal: TransportError?
  private var continuation: CheckedContinuation<Outcome, Never>?
  private(set) var isCancelled = false

  /// - Parameters:
  ///   - connection: the allowed addresses of connections; `nil` if the caller chose the host.
  ///   - addresses: the addresses of the host; `nil` to let libcurl resolve them.
  init(
    _ request: TransportRequest, settings: CurlSettings, connection: ConnectionGuard? = nil,
    addresses: [NetworkAddress]? = nil
  ) {
    self.connection = connection
    self.addresses = addresses
    self.request = request
    self.settings = settings
  }

  /// Prepares libcurl's handle. The transfer must outlive it.
  func prepare(_ continuation: CheckedContinuation<Outcome, Never>) throws(TransportError) -> EasyHandle {
    self.continuation = continuation
    let handle = try EasyHandle(request, settings: settings)
    if let addresses, let origin = Origin(request.head) { handle.pin(origin, to: addresses) }
    if connection != nil {
      handle.setOpening(context: Unmanaged.passUnretained(self).toOpaque()) { context, _, address in
        guard let address else { return reviewbot_curl_no_socket() }
        return Transfer.from(context).open(address)
      }
    }
    handle.setCallbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      head: { buffer, size, count, context in
        Transfer.from(context).receiveHead(UnsafeRawBufferPointer(start: buffer, count: size * count))
      },
      body: { buffer, size, count, context in
        Transfer.from(context).receiveBody(UnsafeRawBufferPointer(start: buffer, count: size * count))
      })
    self.handle = handle
    return handle
  }

  func markCancelled() {
    isCancelled = true
  }

  /// Resumes the waiting task, and frees libcurl's handle.
  func finish(_ code: CURLcode) {
    if code == CURLE_OK, parser.head.status.code >= 200 {
      end(.success(TransportResponse(parser.head, body: body)))
    } else if let refusal {
      end(.failure(refusal))
    } else {
      end(.failure(TransportError(code, detail: handle?.errorText ?? "", address: HTTPAddress(request.head))))
    }
  }

  func finish(throwing error: TransportError) {
    end(.failure(error))
  }

  private func end(_ outcome: Outcome) {
    handle = nil
    let waiting = continuation
    continuation = nil
    waiting?.resume(returning: outcome)
  }

  /// Returns a socket for an allowed address; otherwise libcurl tries the next address.
  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    if let connection, let place = reviewbot_curl_address(address).flatMap({ NetworkAddress($0) }),
      let error = connection.refusal(of: place)
    {
      refusal = error
      return reviewbot_curl_no_socket()
    }
    return socket(
      address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
  }

  private func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Int {
    // Trailers follow the body and would overwrite fields of the head.
    guard !hasBegunBody else { return bytes.count }
    parser.add(bytes)
    guard parser.byteCount <= settings.maximumHeadBytes else {
      refusal = TransportError(.tooLarge, "the response's head has more than \(settings.maximumHeadBytes) bytes")
      return 0
    }
    return bytes.count
  }

  /// Receives bytes that libcurl has decompressed, so that a decompression bomb is detected here.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    hasBegunBody = true
    guard body.count + bytes.count <= settings.maximumBodyBytes else {
      refusal = TransportError(.tooLarge, "the response has more than \(settings.maximumBodyBytes) bytes")
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context else { preconditionFailure("libcurl called back without its context") }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }
}

/// Parses the head of a response from the lines that libcurl provides.
struct HeadParser {
  private(set) var head = HTTPResponse(status: .init(code: 0))
  private(set) var byteCount = 0

  /// Parses one line. A status line starts a new head: the one before was an interim response.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    let line = bytes.prefix { $0 != 0x0d && $0 != 0x0a }
    if line.starts(with: "HTTP/".utf8) {
      let code = line.split(separator: 0x20).dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      head = HTTPResponse(status: .init(code: code.flatMap { (100...999).contains($0) ? $0 : nil } ?? 0))
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
    {
      let value = line[line.index(after: colon)...].drop { $0 == 0x20 || $0 == 0x09 }
      head.headerFields.append(HTTPField(name: name, value: value))
    }
  }
}
