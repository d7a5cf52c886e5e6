// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import HTTPTypes
package import SecretMasking
package import SystemPackage

/// The responses in a folder: those of a recording, in their order, and plain files.
package struct PreparedResponses: Sendable {
  /// A response from the folder.
  package struct Response: Sendable {
    package let outcome: Result<TransportResponse, TransportError>
    /// The name of the recorded request; `nil` for a plain file.
    package var recorded: String?
    /// Whether the recorded request has the same body.
    package var isSame = true
  }

  package let folder: FilePath
  private let mask: SecretMask
  private let files: PlainResponses
  private var exchanges: [(name: String, exchange: RecordedExchange)]
  private var last: [String: RecordedExchange.Outcome] = [:]

  /// - Parameter mask: the texts in requests that are masked in the recording.
  /// - Throws: ``TransportError`` when the folder or a file of the recording cannot be read.
  package init(folder: FilePath, mask: SecretMask = SecretMask()) throws(TransportError) {
    self.folder = folder
    self.mask = mask
    files = PlainResponses(path: folder)
    exchanges = try Cassette(path: folder).read()
  }

  /// The recorded requests that were not sent yet, and the bodies of their responses.
  package var remaining: [(name: String, question: RecordedExchange.Question, response: Data?)] {
    exchanges.map { name, exchange in (name, exchange.question, (try? exchange.outcome.get())?.body) }
  }

  /// Whether a remaining request has a credential.
  package var hasCredential: Bool { exchanges.contains { $0.exchange.hasCredential } }

  /// Returns the response to a request; `nil` if there is none.
  ///
  /// The request is compared with the recorded ones as a whole; a write that differs in its body gets the response of
  /// the next one with the same method and address.
  package mutating func next(_ request: TransportRequest) throws(TransportError) -> Response? {
    let question = try RecordedExchange.Question(request, mask: mask)
    let isRead = request.head.method.isSafe
    let same = exchanges.firstIndex { $0.exchange.question == question }
    let index = same ?? (isRead ? nil : exchanges.firstIndex { $0.exchange.question.line == question.line })
    if let index {
      let (name, exchange) = exchanges.remove(at: index)
      last[question.line] = exchange.outcome
      return Response(outcome: Self.response(exchange.outcome), recorded: name, isSame: same != nil)
    }
    if isRead, let outcome = last[question.line] { return Response(outcome: Self.response(outcome)) }
    return try files.response(to: request.head).map { Response(outcome: .success($0)) }
  }

  private static func response(_ outcome: RecordedExchange.Outcome) -> Result<TransportResponse, TransportError> {
    // Reading the recording checked its responses.
    outcome.flatMap { text in
      do throws(HTTPText.Failure) {
        return .success(try text.response())
      } catch {
        return .failure(TransportError(.unprepared, "a recorded response \(error.message)"))
      }
    }
  }
}

extension TransportError {
  /// The error for a request without a response in the folder.
  package static func unprepared(_ request: TransportRequest, in folder: FilePath) -> TransportError {
    TransportError(
      .unprepared, "no response to \(request.head.method.rawValue) \(request.head.path ?? "/") is in \(folder)")
  }
}

/// A folder of prepared responses in plain files.
private struct PlainResponses: Sendable {
  let path: FilePath

  func response(to request: HTTPRequest) throws(TransportError) -> TransportResponse? {
    let name = request.method.rawValue + (request.path ?? "/")
    guard !name.split(separator: "/").contains("..") else {
      throw TransportError(.unprepared, "\(name) leads out of the folder of responses")
    }
    let path = String(name.prefix { $0 != "?" })
    for candidate in [name, name + ".json", path, path + ".json"] {
      let file = self.path.appending(FilePath(candidate).components)
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.string, isDirectory: &isDirectory), !isDirectory.boolValue
      else { continue }
      return try DiskService().load(ResponseFile(path: file), named: "\(candidate) in \(self.path)")
    }
    return nil
  }
}

/// A file that is a whole response, or the body of one.
private struct ResponseFile: FileResource, DataResource {
  typealias Model = TransportResponse
  let path: FilePath

  func model(from data: Data) throws -> TransportResponse {
    guard data.starts(with: Data("HTTP/".utf8)) else { return TransportResponse(status: .ok, body: data) }
    return try HTTPText(data).response()
  }
}
