// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a page has that its content security policy forbids, or that an attacker could use.
func markupProblems(_ page: String) -> [String] {
  // The data of a report is no markup.
  let page = page.replacing(/(<script type="application\/json" id="data">)[^<]*/) { "\($0.1)" }
  return page.matches(of: /<[a-zA-Z!?][^<>]*>?/).compactMap { tag in
    let text = String(tag.0)
    guard text != "<!doctype html>" else { return nil }
    guard
      let found = text.wholeMatch(of: /<([a-z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][a-zA-Z-]*(?:="[^"]*")?)*)\s*\/?>/)
    else { return "no tag: \(text.prefix(100))" }
    let names = found.2.replacing(/="[^"]*"/, with: "").split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    if let name = names.first(where: { $0.hasPrefix("on") || $0 == "style" || $0 == "srcdoc" }) {
      return "the attribute \(name): \(text.prefix(100))"
    }
    if found.2.firstMatch(of: /(href|src|action)="\s*(javascript|data|vbscript):/.ignoresCase()) != nil {
      return "an address: \(text.prefix(100))"
    }
    return isAllowed(String(found.1), String(found.2)) ? nil : "the element: \(text.prefix(100))"
  }
}

private func isAllowed(_ element: String, _ attributes: String) -> Bool {
  switch element {
  case "script":
    attributes.wholeMatch(of: /\ src="\/assets\/[0-9a-f]{16}\/[a-z]+\.js" defer|\ type="application\/json" id="data"/)
      != nil
  case "meta": !attributes.contains("http-equiv") || attributes.hasPrefix(" http-equiv=\"refresh\" content=\"10\"")
  case "style", "iframe", "object", "embed", "base", "img", "video", "audio", "math": false
  default: true
  }
}
