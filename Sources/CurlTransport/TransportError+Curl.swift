// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CCurl
import ResourceLoading

extension TransportError {
  /// Converts a code of libcurl.
  init(_ code: CURLcode, detail: String, address: HTTPAddress?) {
    let reason = detail.isEmpty ? String(cString: reviewbot_curl_easy_strerror(code)) : detail
    let place = address?.origin.description ?? "the server"
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      self.init(.couldNotResolve, "cannot resolve \(place): \(reason)")
    case CURLE_COULDNT_CONNECT:
      self.init(.couldNotConnect, "cannot connect to \(place): \(reason)")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      self.init(.tls, "cannot establish TLS with \(place): \(reason)")
    case CURLE_OPERATION_TIMEDOUT:
      self.init(.timedOut, "timeout of \(place): \(reason)")
    case CURLE_FILESIZE_EXCEEDED:
      self.init(.tooLarge, "the response of \(place) is too large: \(reason)")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
      self.init(.badRequest, "cannot send the request to \(place): \(reason)")
    default:
      self.init(.failed, "invalid response of \(place): \(reason)")
    }
  }

  static let cancelled = TransportError(.cancelled, "the request was cancelled")
}
