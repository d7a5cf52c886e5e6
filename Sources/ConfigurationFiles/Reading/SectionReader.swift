// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Reads the keys of a section.
struct SectionReader: Sendable {
  let foreign: ForeignKeys

  func read<Section: ConfigurationSection>(
    _ entry: YAMLNode.Entry, _ section: inout Section, _ problems: inout ProblemList
  ) {
    switch entry.value.content {
    // All keys may be commented out.
    case .empty: return
    case .scalar, .sequence:
      problems.add("\(entry.key): expected keys, found \(entry.value.kind)", at: entry.value.mark)
    case .mapping(let entries):
      for entry in entries { read(entry, among: Section.keys, "key", &section, &problems) }
    }
  }

  /// One of the keys.
  ///
  /// - Parameter what: the noun of the message about an unknown key.
  func read<Holder>(
    _ entry: YAMLNode.Entry, among keys: [ConfigurationKey<Holder>], _ what: String, _ holder: inout Holder,
    _ problems: inout ProblemList
  ) {
    guard let key = keys.first(where: { $0.name == entry.key }) else {
      problems.addUnknown(what, entry, among: keys.map(\.name), foreign: foreign)
      return
    }
    do {
      try key.read(entry.value, &holder)
    } catch {
      problems.add(error, of: key.name, at: entry.value.mark)
    }
  }
}
