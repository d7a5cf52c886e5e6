// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CCurl
import ResourceLoading

extension TransportError {
  /// What libcurl's code means.
  init(_ code: CURLcode, detail: String, address: HTTPAddress?) {
    let reason = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
    let place = address?.origin.description ?? "the server"
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      self.init(.couldNotResolve, "\(place) cannot be found: \(reason)")
    case CURLE_COULDNT_CONNECT:
      self.init(.couldNotConnect, "\(place) cannot be connected to: \(reason)")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      self.init(.tls, "\(place) has no acceptable encryption: \(reason)")
    case CURLE_OPERATION_TIMEDOUT:
      self.init(.timedOut, "\(place) took too long: \(reason)")
    case CURLE_FILESIZE_EXCEEDED:
      self.init(.tooLarge, "the answer of \(place) is too large: \(reason)")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
      self.init(.badRequest, "\(place) cannot be asked: \(reason)")
    default:
      self.init(.failed, "\(place) did not answer properly: \(reason)")
    }
  }

  static let cancelled = TransportError(.cancelled, "the request was cancelled")
}
