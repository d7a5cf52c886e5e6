// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Isolation
import SystemPackage

/// A request of git's protocol over HTTP, which git handles itself: https://git-scm.com/docs/git-http-backend
struct GitCall {
  private static let services = ["info/refs", "git-upload-pack", "git-receive-pack"]

  let service: String
  private let forge: BuiltInForge
  private let request: LoopbackRequest
  private let repositoryName: String
  private let query: String

  /// `nil` when the request is not one of git.
  init?(forge: BuiltInForge, request: LoopbackRequest) {
    let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    let segments = parts[0].split(separator: "/").map(String.init)
    guard segments.count > 2, Self.services.contains(segments.dropFirst(2).joined(separator: "/")) else { return nil }
    service = segments.dropFirst(2).joined(separator: "/")
    let name = segments[1]
    repositoryName = "\(segments[0])/\(name.hasSuffix(".git") ? String(name.dropLast(4)) : name)"
    query = parts.dropFirst().first ?? ""
    self.forge = forge
    self.request = request
  }

  func answer() throws -> ForgeResponse {
    do {
      return try run(on: try repository())
    } catch let refusal as ForgeRefusal {
      return ForgeResponse(
        status: refusal.status, fields: refusal.fields + [("Content-Type", "text/plain")],
        body: Data("\(refusal.message)\n".utf8))
    }
  }

  /// - Throws: ``ForgeRefusal`` when it does not exist, or the account may not read it.
  private func repository() throws -> RepositoryRecord {
    let challenge = [(name: "WWW-Authenticate", value: "Basic realm=\"forge\"")]
    var token: ForgeToken?
    if let password {
      do {
        token = try forge.token(password)
      } catch {
        throw ForgeRefusal(401, "Invalid username or token.", fields: challenge)
      }
    }
    let repository = forge.look { $0.repositories[repositoryName] }
    guard let repository, !repository.isPrivate || token?.sees(repository) == true else {
      if token != nil { throw ForgeRefusal(404, "Repository not found.") }
      throw ForgeRefusal(401, "Authentication required.", fields: challenge)
    }
    // Tests push through the admin API.
    guard service != "git-receive-pack", !query.contains("git-receive-pack") else {
      throw ForgeRefusal(403, "Write access to repository not granted.")
    }
    guard token?.may(.reading("contents"), in: repository) ?? true else {
      throw ForgeRefusal(403, "Read access to repository not granted.")
    }
    return repository
  }

  /// The password of git's credential.
  private var password: String? {
    let fields = (request.fields["authorization"] ?? "").split(separator: " ").map(String.init)
    guard fields.count == 2, fields[0].lowercased() == "basic", let data = Data(base64Encoded: fields[1]) else {
      return nil
    }
    return String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init)
  }

  private func run(on repository: RepositoryRecord) throws -> ForgeResponse {
    let input = try UnnamedFile(request.body)
    let output = try UnnamedFile()
    var environment = ForgeGit.environment.merging([
      "GIT_PROJECT_ROOT": repository.path.parent.string, "GIT_HTTP_EXPORT_ALL": "1",
      "PATH_INFO": "/\(repository.path.name)/\(service)", "REQUEST_METHOD": request.method,
      "QUERY_STRING": query, "CONTENT_TYPE": request.fields["content-type"] ?? "",
      "CONTENT_LENGTH": "\(request.body.count)", "REMOTE_ADDR": "127.0.0.1",
    ]) { $1 }
    environment["GIT_PROTOCOL"] = request.fields["git-protocol"]
    environment["HTTP_CONTENT_ENCODING"] = request.fields["content-encoding"]
    let child = try PlainChild(
      ["git", "http-backend"], environment: environment, input: .descriptor(input.descriptor),
      output: .descriptor(output.descriptor), errors: .nothing)
    child.wait()
    return try Self.answer(from: try output.data())
  }

  /// Parses the output of a CGI program (RFC 3875).
  private static func answer(from data: Data) throws -> ForgeResponse {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else {
      throw ForgeRefusal(500, "git http-backend said nothing")
    }
    var response = ForgeResponse(status: 200, fields: [], body: Data(data[end.upperBound...]))
    for line in String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n") {
      let sides = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard sides.count == 2 else { continue }
      if sides[0] == "Status" {
        response.status = Int(sides[1].prefix(3)) ?? 500
      } else {
        response.fields.append((sides[0], sides[1]))
      }
    }
    return response
  }
}
