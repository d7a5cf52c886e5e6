// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import KeyedStore
import ReviewContract
import ReviewTesting
import SwiftSource
import SystemPackage
import Testing

@testable import Coverage

struct ClassificationCacheTests {
  private let text = SourceText(
    path: "a.swift", text: "f(a ? b : c)\ng()\nh() // reviewbot:coverage-off:this -- why\nfatalError()\ni()\n")
  private let sources: [CountSource] = [
    .segments(
      SegmentTable([
        Segment(line: 1, column: 1, count: 3, hasCount: true, isGap: false),
        Segment(line: 1, column: 11, count: 0, hasCount: true, isGap: false),
        Segment(line: 5, column: 1, count: 2, hasCount: true, isGap: false),
      ]))
  ]

  private func key(_ sources: [CountSource]? = nil, _ rules: ClassificationRules = .standard) -> ClassificationKey {
    ClassificationKey(text, sources ?? self.sources, rules)
  }

  @Test func `the cache returns stored outcomes`() async throws {
    let lines = try #require(LineClassifier(sources: sources).lines(of: text))
    #expect(lines.states == [1: .partial, 2: .missed, 5: .covered])
    #expect(lines.excluded == [3: .marked(reason: "why"), 4: .unreachable])
    try await withScratchDirectory { folder in
      let cache = ClassificationCache(folder: folder.path.appending("kept"))
      #expect(cache.outcome(key(), lines: 5) == nil)
      cache.keep(.measured(lines), key())
      #expect(cache.outcome(key(), lines: 5) == .measured(lines))
      // It does not fit a file with fewer lines.
      #expect(cache.outcome(key(), lines: 4) == nil)
      cache.keep(.unmeasured(.generated), key())
      #expect(cache.outcome(key(), lines: 5) == .unmeasured(.generated))
    }
  }

  @Test func `the key depends on text, rules and whether code ran, not how often`() {
    func segment(_ count: UInt64) -> [CountSource] {
      [.segments(SegmentTable([Segment(line: 1, column: 1, count: count, hasCount: true, isGap: false)]))]
    }
    #expect(key(segment(1)) == key(segment(7)))
    #expect(key(segment(1)) != key(segment(0)))
    #expect(key([.lines([1: 1])]) == key([.lines([1: 9])]))
    let names = Set(
      [
        key(), key([]), key(segment(1)), key([.lines([1: 1])]), key([.lines([1: 0])]), key([.lines([2: 1])]),
        key(nil, ClassificationRules(ignoreAutoclosuresOf: [])),
        key(nil, ClassificationRules(ignoreAutoclosuresOf: ["a"])),
        key(nil, ClassificationRules(excludesUnreachable: false)),
        ClassificationKey(SourceText(path: "a.swift", text: "f()\n"), sources, .standard),
      ].map(\.digest))
    #expect(names.count == 10)
  }

  @Test(arguments: [
    "", "{", "{}", "null", #"{"covered":[[1,999999999999]]}"#, #"{"isGenerated":false,"covered":[[2,1]]}"#,
    #"{"isGenerated":false,"covered":[[1,2]],"partial":[[2,2]],"missed":[],"unreachable":[],"marked":[],"uncovered":[]}"#,
    #"{"isGenerated":false,"covered":[[1,6]],"partial":[],"missed":[],"unreachable":[],"marked":[],"uncovered":[]}"#,
    #"{"isGenerated":false,"covered":[],"partial":[[1,1]],"missed":[],"unreachable":[],"marked":[],"uncovered":[1,[5,3]]}"#,
    #"{"isGenerated":false,"covered":[[1,1]],"partial":[],"missed":[],"unreachable":[],"marked":[],"uncovered":[1,[3,5]]}"#,
  ])
  func `an entry that no classification has is a miss`(content: String) async throws {
    try await withScratchDirectory { folder in
      let store = KeyedStore<DigestKey, [UInt8]>(folder.path, StoreFormat("classification", version: 1))
      try store.set(Array(content.utf8), for: key().digest)
      #expect(ClassificationCache(folder: folder.path).outcome(key(), lines: 5) == nil)
    }
  }

  @Test func `new entries are kept apart until they are taken over`() async throws {
    try await withScratchDirectory { folder in
      let (kept, new) = (folder.path.appending("kept"), folder.path.appending("new"))
      let cache = ClassificationCache(folder: kept, leftovers: new)
      cache.keep(.unmeasured(.generated), key())
      #expect(cache.outcome(key(), lines: 5) == .unmeasured(.generated))
      #expect(!folder.exists("kept"))
      ClassificationStore(kept).takeOver(from: ClassificationStore(new, isBounded: false))
      #expect(ClassificationCache(folder: kept).outcome(key(), lines: 5) == .unmeasured(.generated))
    }
  }

  @Test func `reading with a cache has the same result, and uses stored entries`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("repo/a.swift", "func f() {\n  g()\n}\n")
      let file = try folder.write("report", "SF:a.swift\nDA:2,1\nend_of_record\n")
      let cache = ClassificationCache(folder: folder.path.appending("kept"))
      let reports = CoverageReports(files: [file], root: folder.path.appending("repo"))
      let first = try MeasuredReportReader(cache: cache).coverage(of: reports, rules: .standard)
      #expect(first.files == ["a.swift": [2: .covered]])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path.appending("kept").string)
      #expect(names.count == 1)
      #expect(try MeasuredReportReader(cache: cache).coverage(of: reports, rules: .standard) == first)
      // The stored entry is used: a changed entry changes the result.
      let name = try #require(names.first.flatMap { DigestKey($0) })
      var generated = StoredClassification()
      generated.isGenerated = true
      try ClassificationStore(folder.path.appending("kept")).set(generated, for: name)
      let changed = try MeasuredReportReader(cache: cache).coverage(of: reports, rules: .standard)
      #expect(changed.unmeasured == ["a.swift": .generated])
    }
  }
}
