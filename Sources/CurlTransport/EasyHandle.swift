// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CCurl
import Foundation
import HTTPTypes
import NetworkAddressing
import ResourceLoading
import SystemPackage

/// libcurl's handle of one transfer, with all resources that must outlive it.
final class EasyHandle {
  let pointer: UnsafeMutableRawPointer
  private let errorBuffer: UnsafeMutablePointer<CChar>
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var pins: UnsafeMutablePointer<curl_slist>?

  init(_ request: TransportRequest, settings: CurlSettings) throws(TransportError) {
    guard let pointer = reviewbot_curl_easy_init() else {
      throw TransportError(.failed, "cannot create a handle of libcurl")
    }
    self.pointer = pointer
    errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    try setAddress(request.head, settings: settings)
    setLimits(settings)
    setBody(request)
    setFields(request)
  }

  deinit {
    reviewbot_curl_easy_cleanup(pointer)
    reviewbot_curl_slist_free_all(fields)
    reviewbot_curl_slist_free_all(pins)
    errorBuffer.deallocate()
  }

  /// libcurl's description of the last failure; empty if there is none besides its code.
  var errorText: String { String(cString: errorBuffer) }

  func setCallbacks(
    context: UnsafeMutableRawPointer, head: @escaping reviewbot_curl_io, body: @escaping reviewbot_curl_io
  ) {
    _ = reviewbot_curl_set_io(pointer, CURLOPT_HEADERFUNCTION, head)
    _ = reviewbot_curl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
    _ = reviewbot_curl_set_io(pointer, CURLOPT_WRITEFUNCTION, body)
    _ = reviewbot_curl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
  }

  /// Sets the callback that opens each socket, on a new connection: existing ones were checked for another purpose.
  func setOpening(context: UnsafeMutableRawPointer, _ open: @escaping curl_opensocket_callback) {
    set(CURLOPT_FRESH_CONNECT, 1)
    _ = reviewbot_curl_set_opening(pointer, open)
    _ = reviewbot_curl_set_pointer(pointer, CURLOPT_OPENSOCKETDATA, context)
  }

  /// Disables the lookup of the host: it has these addresses.
  func pin(_ origin: Origin, to addresses: [NetworkAddress]) {
    let addressList = addresses.map { $0.isVersion4 ? "\($0)" : "[\($0)]" }.joined(separator: ",")
    pins = reviewbot_curl_slist_append(nil, "\(origin.host):\(origin.port):\(addressList)")
    _ = reviewbot_curl_set_list(pointer, CURLOPT_RESOLVE, pins)
  }

  private func setAddress(_ head: HTTPRequest, settings: CurlSettings) throws(TransportError) {
    guard let address = HTTPAddress(head) else {
      throw TransportError(.badRequest, "the request has no http or https address")
    }
    set(CURLOPT_URL, address.description)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    if let socket = settings.unixSocket { try setSocket(socket) }
    // An empty proxy, unlike none, keeps libcurl from reading the environment. A Unix socket has no proxy, whatever the
    // installed version of libcurl would do with both.
    let proxy = settings.unixSocket == nil ? settings.proxy.proxy(for: address.origin.scheme) : nil
    set(CURLOPT_PROXY, proxy ?? "")
    set(CURLOPT_NOPROXY, settings.proxy.exceptions)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if let file = settings.certificateAuthorities {
      set(CURLOPT_CAINFO, file)
      set(CURLOPT_CAPATH, nil)
    }
    let allowsHTTP2 = settings.allowsHTTP2 ?? CurlLibrary.multiplexesReliably
    set(CURLOPT_HTTP_VERSION, Int(allowsHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
    // Prefers a connection that is being established to a new one. Over TLS it is known early whether it can be shared;
    // over plain HTTP only after a whole response, so that one slow response would delay all others.
    if allowsHTTP2, address.origin.scheme == "https" { set(CURLOPT_PIPEWAIT, 1) }
    // When a reused connection turns out to be dead, libcurl sends the request again, although the server may have
    // acted on the first one. Requests that are not idempotent get a new connection.
    if !head.method.isIdempotent { set(CURLOPT_FRESH_CONNECT, 1) }
  }

  private func setSocket(_ path: FilePath) throws(TransportError) {
    // libcurl would report only that it cannot connect.
    guard path.string.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
      throw TransportError(
        .badRequest, "the path of the socket \(path) has more than the 107 bytes that an address holds")
    }
    let result = reviewbot_curl_set_string(pointer, CURLOPT_UNIX_SOCKET_PATH, path.string)
    guard result == CURLE_OK else { throw TransportError(.badRequest, "this libcurl cannot use Unix sockets") }
  }

  private func setLimits(_ settings: CurlSettings) {
    // Signal handlers belong to the process.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
    set(CURLOPT_TIMEOUT_MS, settings.totalTimeout.milliseconds)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_LOW_SPEED_TIME, max(1, settings.idleTimeout.milliseconds / 1000))
    // Ends a transfer early when its announced length is over the limit; the announcement may be missing or wrong.
    _ = reviewbot_curl_set_offset(pointer, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(settings.maximumBodyBytes))
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    _ = reviewbot_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorBuffer)
  }

  private func setBody(_ request: TransportRequest) {
    let method = request.head.method
    switch request.body {
    case .none:
      if method == .head {
        set(CURLOPT_NOBODY, 1)
      } else if method == .post {
        setBytes(Data())
      }
    case .bytes(let data): setBytes(data)
    }
    if method != .get || request.body != .none { set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
  }

  private func setBytes(_ data: Data) {
    set(CURLOPT_POST, 1)
    _ = reviewbot_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(data.count))
    // libcurl copies the bytes, so it can send them again without a callback.
    var copy = Array(data)
    if copy.isEmpty { copy = [0] }
    copy.withUnsafeMutableBytes { bytes in
      _ = reviewbot_curl_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
    }
  }

  private func setFields(_ request: TransportRequest) {
    let computed: Set<String> = ["host", "content-length", "transfer-encoding", "connection", "accept-encoding"]
    for field in request.head.headerFields where !computed.contains(field.name.canonicalName) {
      // "Name;" makes libcurl send a field with an empty value.
      append(field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)")
    }
    // Disables the fields that libcurl adds by default.
    for name in ["Accept", "Content-Type", "Expect"] {
      guard let fieldName = HTTPField.Name(name), !request.head.headerFields.contains(fieldName) else { continue }
      append("\(name):")
    }
    _ = reviewbot_curl_set_list(pointer, CURLOPT_HTTPHEADER, fields)
  }

  private func append(_ line: String) {
    guard let longer = reviewbot_curl_slist_append(fields, line) else {
      preconditionFailure("no memory for a header field")
    }
    fields = longer
  }

  private func set(_ option: CURLoption, _ value: Int) {
    _ = reviewbot_curl_set_long(pointer, option, value)
  }

  private func set(_ option: CURLoption, _ value: String?) {
    _ = reviewbot_curl_set_string(pointer, option, value)
  }
}

extension Duration {
  fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}
