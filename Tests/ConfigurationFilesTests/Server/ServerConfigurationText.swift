// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

@testable import ConfigurationFiles

extension ServerConfiguration {
  /// The text of a file with all values that are not empty.
  var text: String {
    let keys = Self.keys.map { ($0.name, $0.text(self)) }.filter { !$0.1.isEmpty }
    return "version: 1\n" + keys.map { "\($0): \($1)\n" }.joined() + lines(sandbox) + lines(dependencies)
      + lines(limits)
      + lines(retention) + lines(reconcile) + lines(discovery) + (pages.url == nil ? "" : lines(pages)) + lines(log)
  }

  private func lines<Section: ConfigurationSection>(_ section: Section) -> String {
    let keys = Section.keys.map { ($0.name, $0.text(section)) }.filter { !$0.1.isEmpty }
    return "\(Section.name):\n" + keys.map { "  \($0): \($1)\n" }.joined()
  }
}
