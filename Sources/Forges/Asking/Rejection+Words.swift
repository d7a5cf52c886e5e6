// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading

extension LoadingError.Rejection {
  /// Whether the forge means "not now" and not "never".
  var asksToWait: Bool {
    guard head.status.code == 403 || head.status.code == 429 else { return false }
    let remaining = HTTPField.Name("X-RateLimit-Remaining").flatMap { head.headerFields[$0] }
    return head.status.code == 429 || head.headerFields[.retryAfter] != nil || remaining == "0"
      || message?.localizedCaseInsensitiveContains("rate limit") == true
  }

  /// The forge's reason, with its messages about single fields; empty when it gives none.
  var words: String {
    message.map { ": \($0)" } ?? ""
  }

  /// GitHub: `message` and `errors`. Gitea: `message`. GitLab: `message`, which may say something about each field, or
  /// `error`.
  private struct Words: Decodable {
    let message: Text?
    let error: String?
    let errors: Problems?
  }

  private enum Text: Decodable {
    case text(String)
    case fields([String: [String]])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .text(try container.decode(String.self))
      } catch {
        self = .fields(try container.decode([String: [String]].self))
      }
    }

    var sentence: String {
      switch self {
      case .text(let text): text
      case .fields(let fields):
        fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.joined(separator: ", "))" }
          .joined(separator: "; ")
      }
    }
  }

  private struct Problem: Decodable {
    let message: String?
    let field: String?
    let code: String?
  }

  private enum Problems: Decodable {
    case problems([Problem])
    case none

    init(from decoder: any Decoder) throws {
      // GitHub sometimes gives plain text here; the message says enough then.
      self = (try? [Problem](from: decoder)).map { .problems($0) } ?? .none
    }
  }

  private var message: String? {
    // An answer from something in between is not JSON, and says nothing that helps.
    guard let words = try? JSONDecoder().decode(Words.self, from: body),
      var text = words.message?.sentence ?? words.error
    else { return nil }
    if case .problems(let problems) = words.errors {
      let details = problems.compactMap { $0.message ?? [$0.field, $0.code].compactMap(\.self).joined(separator: " ") }
      if !details.isEmpty { text += " (" + details.joined(separator: ", ") + ")" }
    }
    return String(text.map { $0.isNewline ? " " : $0 }.prefix(300))
  }
}
