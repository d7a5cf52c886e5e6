// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
package import ReviewContract

/// The name of an account on a forge, such as `octocat` or `dependabot[bot]`.
package struct AccountName: ConfigurationValue {
  package let name: String

  package init?(_ text: String) {
    let base = text.hasSuffix("[bot]") ? text.dropLast("[bot]".count) : text[...]
    let isPlain = base.isASCIIName(punctuation: "-._")
    guard isPlain, (1...255).contains(base.utf8.count), !base.hasPrefix("-") else { return nil }
    name = text
  }

  /// Returns whether it is this account. Names are case-insensitive on all forges.
  package func isSame(as account: String) -> Bool { name.lowercased() == account.lowercased() }

  package var description: String { name }

  package static let noun = "account"
  package static let examples = "octocat"
  package static let pattern = #"^[A-Za-z0-9._][A-Za-z0-9._-]*(\[bot\])?$"#

  package static func remedy(for text: String) -> String? {
    text.hasPrefix("@") ? "write it without @" : nil
  }
}

/// The name of the bot: in the marker of its comments, as the context of its statuses, and as the command `/NAME`.
package struct BotName: ConfigurationValue {
  package let marker: CommentMarker

  package init?(_ text: String) {
    guard let marker = CommentMarker(name: text) else { return nil }
    self.marker = marker
  }

  package var description: String { marker.name }

  package static let noun = "name of 1 to 60 letters, digits, - _ . and /, without --,"
  package static let examples = "reviewbot"
  package static let pattern = "^[A-Za-z0-9._/-]{1,60}$"
}

/// The name of a forge in the operator's file; its webhooks are sent to `/webhook/NAME`.
package struct ForgeName: ConfigurationValue {
  package let name: String

  package init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x61...0x7a, UInt8(ascii: "-"): true
      default: false
      }
    }
    guard isPlain, (1...40).contains(text.utf8.count) else { return nil }
    name = text
  }

  package var description: String { name }

  package static let noun = "name of 1 to 40 lowercase letters, digits and -,"
  package static let examples = "github or our-gitlab"
  package static let pattern = "^[a-z0-9-]{1,40}$"
}

/// The base of containers: the name of an image, or the absolute path of a folder with a root file system.
package struct ImageName: ConfigurationValue {
  package let name: String

  package init?(_ text: String) {
    // A leading dash would be interpreted as an option.
    guard ContainerWord.isPlain(text, punctuation: "-._/:@"), let first = text.first,
      first.isLetter || first.isNumber || AbsolutePath(text) != nil
    else { return nil }
    name = text
  }

  package var description: String { name }

  package static let noun = "image, or absolute path of a folder with a root file system,"
  package static let examples = "swift:6.3-bookworm"
  package static let pattern = "^[A-Za-z0-9/][A-Za-z0-9._/:@-]*$"
}

/// The name of an OCI runtime that is configured in podman or docker, or the absolute path of its program.
package struct RuntimeName: ConfigurationValue {
  package let name: String

  package init?(_ text: String) {
    // A leading dash would be interpreted as an option.
    guard ContainerWord.isPlain(text, punctuation: "-._/"), let first = text.first,
      (first.isLetter || first.isNumber) && !text.contains("/") || AbsolutePath(text) != nil
    else { return nil }
    name = text
  }

  package var description: String { name }

  package static let noun = "name of an OCI runtime, or absolute path of its program,"
  package static let examples = "runsc"
  package static let pattern = "^([A-Za-z0-9][A-Za-z0-9._-]*|/[A-Za-z0-9._/-]+)$"
}

/// An argument for the command line of podman or docker.
enum ContainerWord {
  /// Returns whether a text has 1 to 400 bytes, all of them ASCII letters, digits or the given punctuation.
  static func isPlain(_ text: String, punctuation: String) -> Bool {
    (1...400).contains(text.utf8.count)
      && text.isASCIIName(punctuation: punctuation)
  }
}

/// The number or client id of a GitHub App.
package struct AppID: ConfigurationValue {
  package let id: String

  package init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
    guard isPlain, (1...100).contains(text.utf8.count) else { return nil }
    id = text
  }

  package var description: String { id }

  package static let noun = "app's number or client id"
  package static let examples = #""12345""#
  package static let pattern = "^[!-.0-~]{1,100}$"
}

extension WorkerLabel: ConfigurationValue {
  package static let noun = "label of 1 to 63 lowercase letters, digits, - . and _,"
  package static let examples = "swift-6.3 or large"
  package static let pattern = "^[a-z0-9][a-z0-9._-]{0,62}$"
}
