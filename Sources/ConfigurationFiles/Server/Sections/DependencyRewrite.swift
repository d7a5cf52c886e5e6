// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What git fetches from elsewhere.
package struct DependencyRewrite: Hashable, Codable, Sendable {
  package var from: RewriteAddress
  package var to: RewriteAddress

  package init(from: RewriteAddress, to: RewriteAddress) {
    self.from = from
    self.to = to
  }
}

extension ValueKind<DependencyRewrite> {
  static var dependencyRewrite: ValueKind {
    let keys = [
      ConfigurationKey<DependencyRewrite>(
        "from", \.from, .written, "What a URL begins with.", example: "https://github.com/acme/"),
      ConfigurationKey<DependencyRewrite>(
        "to", \.to, .written, "What it begins with instead.", example: "/srv/mirrors/acme/"),
    ]
    // Both keys are required: these values are never used.
    let initial = DependencyRewrite(from: "https://host/", to: "/-/")
    return mapping("mapping with from and to", initial, keys, required: ["from", "to"]) { rewrite, written in
      guard written.has("from"), written.has("to"), rewrite.from.text.hasSuffix("/") != rewrite.to.text.hasSuffix("/")
      else { return [] }
      // Git puts the rest of the URL behind `to` as it is.
      let words = "to: only one of from and to ends with /"
      return [ValueError(words, remedy: "end both with /, or neither", at: written.mark(of: "to"))]
    }
  }
}
