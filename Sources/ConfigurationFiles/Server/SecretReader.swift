// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Reads secrets and collects what is wrong with their files.
struct SecretReader {
  private static let largest = 16 << 10
  /// Read, write or execute, for anybody but the owner.
  private static let others: mode_t = 0o077
  /// Systemd lets the service's user read a credential by an access control list, whose mask `stat` shows as the group's
  /// permissions; the folder above is closed to other users.
  private static let othersOfCredential: mode_t = 0o007

  private(set) var problems: ProblemList
  /// Below which folder systemd puts credentials.
  let credentials: String

  init(problems: ProblemList, credentials: String) {
    self.problems = problems
    self.credentials = credentials
  }

  /// `nil` when something is wrong with one of them.
  mutating func secrets(of forge: ServedForge) -> ForgeSecrets? {
    let place = "\(ServerConfiguration.forgesName): \(forge.name)"
    var webhooks: [Secret] = []
    for file in forge.webhookSecrets {
      if let secret = secret(in: file, .webhookSecret, of: place) { webhooks.append(secret) }
    }
    var credential: ForgeSecrets.Credential?
    if let file = forge.token {
      credential = secret(in: file, .token, of: place).map { .token($0) }
    } else if let app = forge.app {
      credential = secret(in: app.key, .privateKey, of: place).map { .app(id: app.id.id, key: $0) }
    }
    guard let credential, webhooks.count == forge.webhookSecrets.count else { return nil }
    return ForgeSecrets(webhooks: webhooks, credential: credential)
  }

  /// - Parameter place: which part of the configuration needs it.
  mutating func secret(in file: SecretFile, _ kind: SecretKind, of place: String) -> Secret? {
    let name = "\(place): the file of the \(kind.words), \(file.path),"
    let mark = file.mark ?? YAMLMark(line: 1, column: 1)
    let contents: OperatorFile.Contents
    do throws(OperatorFile.Failure) {
      contents = try OperatorFile(path: file.path.path).contents(limit: Self.largest)
    } catch {
      problems.add("\(name) \(error.message)", at: mark, remedy: error.remedy)
      return nil
    }
    let forbidden = file.path.path.hasPrefix(credentials + "/") ? Self.othersOfCredential : Self.others
    guard contents.permissions & forbidden == 0 else {
      problems.add(
        "\(name) is open to others: its mode is \(String(contents.permissions, radix: 8))", at: mark,
        remedy: "chmod 600 \(file.path), and change the secret if somebody may have read it")
      return nil
    }
    guard let text = String(validating: contents.bytes, as: UTF8.self).map(Self.withoutLineBreak) else {
      problems.add("\(name) is not UTF-8", at: mark, remedy: "put the \(kind.words) into it as text")
      return nil
    }
    if let fault = kind.fault(of: text) {
      problems.add("\(name) \(fault.message)", at: mark, remedy: fault.remedy)
      return nil
    }
    return Secret(text)
  }

  /// Without the one line break that editors and `echo` put at the end.
  private static func withoutLineBreak(_ text: String) -> String {
    text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}

/// Reads a file that the operator names: a regular one, and no more of it than is sensible.
struct OperatorFile {
  struct Contents {
    let bytes: [UInt8]
    /// Its permissions, as `chmod` takes them.
    let permissions: mode_t
  }

  struct Failure: Error {
    /// What is so of the file.
    let message: String
    let remedy: String
  }

  let path: String

  /// - Parameter limit: in bytes.
  func contents(limit: Int) throws(Failure) -> Contents {
    // A pipe without a writer would keep us waiting.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(message: "is not a regular file", remedy: "name a file")
    }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { memory in
        read(descriptor, memory.baseAddress?.advanced(by: filled), memory.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw unreadable(errno) }
      if count == 0 { break }
      filled += count
    }
    guard filled <= limit else {
      throw Failure(message: "has more than \(limit) bytes", remedy: "name the right file")
    }
    bytes.removeLast(bytes.count - filled)
    return Contents(bytes: bytes, permissions: status.st_mode & 0o7777)
  }

  private func unreadable(_ number: Int32) -> Failure {
    let remedy =
      switch number {
      case ENOENT, ENOTDIR: "make it, or correct the path"
      case EACCES, EPERM: "let the daemon's user read it, and nobody else"
      default: "see that it can be read"
      }
    return Failure(message: "cannot be read: \(String(cString: strerror(number)))", remedy: remedy)
  }
}
