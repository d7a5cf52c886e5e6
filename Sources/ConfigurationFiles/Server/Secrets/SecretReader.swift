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
