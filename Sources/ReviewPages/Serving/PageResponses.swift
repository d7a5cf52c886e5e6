// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates
import HTTPTypes
import Hummingbird
import NIOCore

/// A request that is answered with a page that says why.
struct PageRefusal: Error, Hashable {
  let status: HTTPResponse.Status
  let title: String
  let text: String

  /// The answer for what does not exist, and for what the visitor may not see.
  static let notFound = PageRefusal(
    status: .notFound, title: "Not found", text: "This page does not exist, or you may not see it.")

  /// The answer in place of ``notFound`` while a forge does not answer.
  static let unknown = PageRefusal(
    status: .serviceUnavailable, title: "Your rights are not known",
    text:
      "A forge does not answer, so that it is not known whether you may see this page, if it exists. Try again soon.")

  static let busy = PageRefusal(
    status: .serviceUnavailable, title: "Busy", text: "Too many readers want this at once. Try again soon.")
  static let forbidden = PageRefusal(
    status: .forbidden, title: "Not allowed", text: "This needs write permission for the repository.")
  static let foreignForm = PageRefusal(
    status: .forbidden, title: "Not accepted",
    text: "The form is not from this site, or your session has ended. Go back, reload the page, and try again.")
  static let queue = PageRefusal(
    status: .serviceUnavailable, title: "Not available", text: "The queue cannot be read. Try again soon.")
  static func invalid(_ text: String) -> PageRefusal {
    PageRefusal(status: .badRequest, title: "Not accepted", text: text)
  }
}

extension Response {
  static func html(_ html: HTML, _ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html.text)))
  }

  static func text(_ text: String, type: String) -> Response {
    Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// To a page that is read with `GET`.
  static func seeOther(_ address: String) -> Response {
    Response(status: .seeOther, headers: [.location: address, .contentLength: "0"])
  }

  /// Adds the fields that every response has.
  ///
  /// Sources: https://www.w3.org/TR/CSP3/ and https://owasp.org/www-project-secure-headers/.
  mutating func protect() {
    headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; "
      + "base-uri 'none'; frame-ancestors 'none'"
    headers[.xContentTypeOptions] = "nosniff"
    headers[.frameOptions] = "DENY"
    headers[.referrerPolicy] = "no-referrer"
    headers[.openerPolicy] = "same-origin"
    headers[.resourcePolicy] = headers[.resourcePolicy] ?? "same-origin"
    headers[.cacheControl] = headers[.cacheControl] ?? "no-store"
  }
}

extension HTTPField.Name {
  private static func known(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is a name of a field") }
    return name
  }

  static let frameOptions = known("X-Frame-Options")
  static let referrerPolicy = known("Referrer-Policy")
  static let openerPolicy = known("Cross-Origin-Opener-Policy")
  static let resourcePolicy = known("Cross-Origin-Resource-Policy")
  static let fetchSite = known("Sec-Fetch-Site")
  static let lastEventID = known("Last-Event-ID")
  static let accelBuffering = known("X-Accel-Buffering")
}
