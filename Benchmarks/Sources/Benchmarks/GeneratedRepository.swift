// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A bare repository of a realistic size with one pull request, always the same: 1,200 files in 60 folders, 4,000
/// commits that change a few of them each, and a head that changes 250 files.
struct GeneratedRepository {
  static let files = 1200
  static let commits = 4000
  static let changedFiles = 250
  static let head = "refs/pull/1/head"

  let folder: URL

  /// - Parameter folder: a new folder, which is created.
  init(at folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let git = GitProgram(folder: folder)
    try git("init", "--quiet", "--bare", "--initial-branch=main")
    let stream = folder.appendingPathComponent("stream")
    try Data(Self.stream().utf8).write(to: stream)
    try git("fast-import", "--quiet", input: stream)
    try FileManager.default.removeItem(at: stream)
    // The repositories of a server are well packed.
    try git("repack", "-a", "-d", "-q")
    try git("config", "http.receivepack", "false")
  }

  /// Returns the input of `git fast-import`.
  private static func stream() -> String {
    var random = Numbers(state: 1)
    var texts = (0..<files).map { file in (0..<(40 + random.next(160))).map { line(file, $0, 0) } }
    var stream = ""
    func commit(_ branch: String, _ number: Int, from parent: String? = nil, changed: [Int]) {
      stream += "commit \(branch)\nmark :\(number)\n"
      stream += "committer Ada <ada@example.com> \(1_700_000_000 + number * 60) +0000\n"
      stream += "data \("commit \(number)".utf8.count)\ncommit \(number)\n"
      if let parent { stream += "from \(parent)\n" }
      for file in changed {
        let text = texts[file].joined()
        stream += "M 100644 inline \(path(file))\ndata \(text.utf8.count)\n\(text)\n"
      }
    }
    commit("refs/heads/main", 1, changed: Array(0..<files))
    for number in 2...commits {
      let changed = (0..<(1 + random.next(4))).map { _ in random.next(files) }
      for file in changed { edit(&texts[file], file, number, &random) }
      commit("refs/heads/main", number, changed: Array(Set(changed)).sorted())
    }
    for file in 0..<changedFiles {
      for _ in 0..<6 { edit(&texts[file * 4], file, commits + 1, &random) }
    }
    commit(head, commits + 1, from: ":\(commits)", changed: (0..<changedFiles).map { $0 * 4 })
    return stream
  }

  private static func path(_ file: Int) -> String { "Sources/Module\(file % 60)/File\(file).swift" }

  private static func line(_ file: Int, _ line: Int, _ version: Int) -> String {
    "  let value\(line) = compute(\(file * 7919 % 1009), \(line * 104_729 % 9973), version: \(version))\n"
  }

  private static func edit(_ text: inout [String], _ file: Int, _ version: Int, _ random: inout Numbers) {
    let place = random.next(text.count)
    if random.next(3) == 0 {
      text.insert(contentsOf: (0..<(1 + random.next(12))).map { line(file, $0 + version, version) }, at: place)
    } else {
      text[place] = line(file, place, version)
    }
  }
}
