// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A value that cannot be used.
struct ValueError: Error, Hashable {
  let message: String
  /// The right name that is nearest to the one that was written.
  let nearest: String?
  /// What to do about it, where no name is near.
  let remedy: String?
  /// Where, when it is not where the value starts.
  let mark: YAMLMark?
  /// What else is wrong with the value.
  private(set) var others: [ValueError] = []

  init(_ message: String, nearest: String? = nil, remedy: String? = nil, at mark: YAMLMark? = nil) {
    self.message = message
    self.nearest = nearest
    self.remedy = remedy
    self.mark = mark
  }

  /// This and the others, one by one.
  var all: [ValueError] {
    var first = self
    first.others = []
    return [first] + others
  }

  /// Everything that is wrong with one value; `nil` for nothing.
  static func joined(_ errors: [ValueError]) -> ValueError? {
    let all = errors.flatMap(\.all)
    guard var first = all.first else { return nil }
    first.others = Array(all.dropFirst())
    return first
  }

  /// The same, with the place for what has none.
  func at(_ place: YAMLMark) -> ValueError {
    let errors = all.map { ValueError($0.message, nearest: $0.nearest, remedy: $0.remedy, at: $0.mark ?? place) }
    return Self.joined(errors) ?? self
  }

  /// The same, said of a key inside the value.
  func under(_ key: String, at place: YAMLMark) -> ValueError {
    let errors = all.map {
      ValueError("\(key): \($0.message)", nearest: $0.nearest, remedy: $0.remedy, at: $0.mark ?? place)
    }
    return Self.joined(errors) ?? self
  }
}
