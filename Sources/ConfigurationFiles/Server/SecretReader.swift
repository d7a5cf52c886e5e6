// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// Reads secrets, and collects the problems of their files.
struct SecretReader {
  private static let largest = 16 << 10
  /// Systemd grants the user of the service access to a credential with an access control list, whose mask `stat`
  /// reports as the permissions of the group; the parent folder is not accessible to other users.
  private static let othersOfCredential: mode_t = 0o007

  private(set) var problems: ProblemList
  /// The parent folder of the credentials of systemd.
  let credentials: String

  /// Returns the secrets; `nil` if one of their files has a problem.
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
    var signIn: SignInSecrets?
    if let files = forge.signIn {
      signIn = secret(in: files.secret, .clientSecret, of: place).map { SignInSecrets(id: files.id.id, secret: $0) }
    }
    guard let credential, webhooks.count == forge.webhookSecrets.count, (signIn == nil) == (forge.signIn == nil)
    else { return nil }
    return ForgeSecrets(webhooks: webhooks, credential: credential, signIn: signIn)
  }

  /// Returns the password; `nil` without a file, and if the file has a problem.
  mutating func password(of database: QueueDatabase?) -> Secret? {
    database?.passwordFile.flatMap { secret(in: $0, .password, of: "queue") }
  }

  /// - Parameter place: the part of the configuration that names the file, for messages.
  mutating func secret(in file: SecretFile, _ kind: SecretKind, of place: String) -> Secret? {
    let name = "\(place): the file of the \(kind.noun), \(file.path),"
    let mark = file.mark ?? YAMLMark(line: 1, column: 1)
    let contents: OperatorFile.Contents
    do throws(OperatorFile.Failure) {
      contents = try OperatorFile(path: file.path.path).contents(limit: Self.largest)
    } catch {
      problems.add("\(name) \(error.message)", at: mark, remedy: error.remedy)
      return nil
    }
    let forbidden = file.path.path.hasPrefix(credentials + "/") ? Self.othersOfCredential : kind.forbidden.permissions
    guard contents.permissions & forbidden == 0 else {
      problems.add(
        "\(name) is accessible to other users: its mode is \(String(contents.permissions, radix: 8))", at: mark,
        remedy: "\(kind.forbidden.remedy) \(file.path), and rotate the secret if it may have been read")
      return nil
    }
    guard let text = String(validating: contents.bytes, as: UTF8.self).map(Self.withoutLineBreak) else {
      problems.add("\(name) is not UTF-8", at: mark, remedy: "write the \(kind.noun) as text")
      return nil
    }
    if let fault = kind.fault(of: text) {
      problems.add("\(name) \(fault.message)", at: mark, remedy: fault.remedy)
      return nil
    }
    return Secret(text)
  }

  /// Returns the text without the line break that editors and `echo` append.
  private static func withoutLineBreak(_ text: String) -> String {
    text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}

/// A reader of a regular file of limited size that the operator's configuration names.
struct OperatorFile {
  struct Contents {
    let bytes: [UInt8]
    /// The permission bits, like for `chmod`.
    let permissions: mode_t
  }

  struct Failure: Error {
    /// The problem, as the predicate of a sentence about the file.
    let message: String
    let remedy: String
  }

  let path: String

  /// - Parameter limit: in bytes.
  func contents(limit: Int) throws(Failure) -> Contents {
    // Opening a pipe without a writer would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(message: "is not a regular file", remedy: "name a file")
    }
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileDescriptor(rawValue: descriptor).bytes(limit: limit)
    } catch {
      throw unreadable(error.rawValue)
    }
    guard bytes.count <= limit else {
      throw Failure(message: "has more than \(limit) bytes", remedy: "name the right file")
    }
    return Contents(bytes: bytes, permissions: status.st_mode & 0o7777)
  }

  private func unreadable(_ number: Int32) -> Failure {
    let remedy =
      switch number {
      case ENOENT, ENOTDIR: "create it, or correct the path"
      case EACCES, EPERM: "give read permission to the daemon's user only"
      default: "make it readable"
      }
    return Failure(message: "cannot be read: \(String(cString: strerror(number)))", remedy: remedy)
  }
}
