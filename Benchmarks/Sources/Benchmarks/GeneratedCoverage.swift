// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A repository with a change of a few files, and reports of a large project that contains these files, always the
/// same.
///
/// The reports have the form of llvm-cov's: as many files, segments and functions for each byte as those of a project
/// of 900 files, but more of them.
struct GeneratedCoverage {
  static let changedFiles = 6
  private static let lines = 160

  let repository: URL
  let folder: URL

  /// - Parameter folder: a new folder, which is created.
  init(at folder: URL) throws {
    self.folder = folder
    repository = folder.appendingPathComponent("repository")
    try FileManager.default.createDirectory(
      at: repository.appendingPathComponent("Sources/App"), withIntermediateDirectories: true)
    let git = GitProgram(folder: repository)
    try git("init", "--quiet", "--initial-branch=main")
    for file in 0..<40 { try write(file, version: 0) }
    try commit("base")
    try git("checkout", "--quiet", "-b", "change")
    for file in 0..<Self.changedFiles { try write(file, version: 1) }
    try commit("change")
  }

  private func commit(_ message: String) throws {
    let git = GitProgram(folder: repository)
    try git("add", ".")
    try git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--quiet", "-m", message)
  }

  private func write(_ file: Int, version: Int) throws {
    let place = repository.appendingPathComponent(Self.path(file))
    try Data(Self.source(file, version: version).utf8).write(to: place)
  }

  private static func path(_ file: Int) -> String { "Sources/App/File\(file).swift" }

  /// Returns functions of eight lines; the version changes one line of every second function.
  private static func source(_ file: Int, version: Int) -> String {
    (0..<(lines / 8)).map { index in
      """
      func work\(file)_\(index)(_ value: Int) -> Int {
        let first = value * \(index % 2 == 0 ? version + 3 : 3)
        guard first > 0 else { return \(index) }
        if first > \(index * 7) {
          return first + \(index)
        }
        return first
      }

      """
    }.joined()
  }

  /// - Parameter size: the approximate size in bytes.
  func lcov(size: Int) throws -> URL {
    let writer = try ReportWriter(folder.appendingPathComponent("\(size >> 20).lcov"))
    var random = Numbers(state: 2)
    var file = 0
    while writer.size < size {
      writer.write("SF:\(name(file))\n")
      for function in 0..<20 {
        let symbol = "$s3App4work\(file)_\(function)ySiSiF"
        writer.write("FN:\(function * 8 + 1),\(symbol)\nFNDA:\(random.next(90)),\(symbol)\n")
      }
      writer.write("FNF:20\nFNH:18\n")
      for line in 1...(file < 40 ? Self.lines : 80 + random.next(800)) {
        writer.write("DA:\(line),\(random.next(5) == 0 ? 0 : random.next(4000))\n")
      }
      writer.write("BRF:0\nBRH:0\nLF:160\nLH:120\nend_of_record\n")
      file += 1
    }
    return try writer.finish()
  }

  /// Writes a report of which a quarter is about files, and the rest about functions.
  ///
  /// - Parameter size: the approximate size in bytes.
  func json(size: Int) throws -> URL {
    let writer = try ReportWriter(folder.appendingPathComponent("\(size >> 20).json"))
    var random = Numbers(state: 3)
    writer.write("{\"data\":[{\"files\":[")
    var file = 0
    while writer.size < size / 4 {
      writer.write(file == 0 ? "" : ",")
      writer.write(
        "{\"branches\":[],\"expansions\":[],\"filename\":\"\(name(file))\",\"mcdc_records\":[],\"segments\":[")
      for segment in 0..<(file < 40 ? 80 : 20 + random.next(160)) {
        let isEnd = segment % 4 == 3
        writer.write(
          "\(segment == 0 ? "" : ",")[\(segment * 2 + 1),\(segment % 4 * 5 + 3),\(isEnd || random.next(5) == 0 ? 0 : random.next(900)),"
            + "\(!isEnd),\(!isEnd),false]")
      }
      let numbers = "{\"count\":20,\"covered\":18,\"percent\":90}"
      writer.write("],\"summary\":{")
      writer.write(
        ["branches", "functions", "instantiations", "lines", "regions"].map { "\"\($0)\":\(numbers)" }.joined(
          separator: ","))
      writer.write("}}")
      file += 1
    }
    writer.write("],\"functions\":[")
    var function = 0
    while writer.size < size {
      let count = random.next(900)
      writer.write(
        "\(function == 0 ? "" : ","){\"branches\":[],\"count\":\(count),\"filenames\":[\"\(name(function % file))\"],"
          + "\"mcdc_records\":[],\"name\":\"$s3App4work\(function)_\(count)ySiSiF\",\"regions\":[")
      for region in 0..<(1 + random.next(12)) {
        writer.write("\(region == 0 ? "" : ",")[\(region + 1),5,\(region + 3),9,\(random.next(900)),0,0,0]")
      }
      writer.write("]}")
      function += 1
    }
    writer.write(
      "],\"totals\":{\"lines\":{\"count\":1}}}],\"type\":\"llvm.coverage.json.export\",\"version\":\"3.0.1\"}")
    return try writer.finish()
  }

  /// Returns the path of a file: the first 40 are the repository's.
  private func name(_ file: Int) -> String {
    file < 40
      ? repository.appendingPathComponent(Self.path(file)).path
      : "/builds/dependencies/Package\(file % 61)/Sources/Module\(file % 211)/Type\(file).swift"
  }
}

/// Writes a large file in parts.
private final class ReportWriter {
  private let file: URL
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var written = 0

  init(_ file: URL) throws {
    self.file = file
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw Failure("\(file.path) cannot be written")
    }
    handle = try FileHandle(forWritingTo: file)
    buffer.reserveCapacity(2 << 20)
  }

  var size: Int { written + buffer.count }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 20 { flush() }
  }

  private func flush() {
    handle.write(Data(buffer))
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  func finish() throws -> URL {
    flush()
    try handle.close()
    return file
  }
}
