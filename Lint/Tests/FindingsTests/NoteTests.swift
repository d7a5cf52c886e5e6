// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

struct NoteTests {
  @Test func `notes of the same kind are one sentence, with the number of files and the first path`() {
    let notes: [Note] = [
      "the configuration is old", Note(path: "c.swift", was: "skipped", because: "it is empty"),
      Note(start: "r was stopped in ", path: "d.swift", end: ": it broke"), "the configuration is old",
      Note(path: "a.swift", was: "skipped", because: "it is empty"),
      Note(path: "a.swift", was: "skipped", because: "it does not exist"),
      Note(path: "b.swift", was: "skipped", because: "it is empty"),
      Note(path: "a.swift", was: "skipped", because: "it is empty"),
    ]
    #expect(
      notes.sentences == [
        "the configuration is old", "3 files were skipped: they are empty; the first is a.swift",
        "r was stopped in d.swift: it broke", "a.swift was skipped: it does not exist",
      ])
  }

  @Test(arguments: [
    ("it has 3 lines", "they have 3 lines"), ("its syntax is nested", "their syntax is nested"),
    ("it does not exist", "they do not exist"), ("it is not a regular file", "they are not regular files"),
    ("parsing took too long", "parsing took too long"),
  ])
  func `a reason is in the plural for several files`(reason: String, several: String) {
    let notes = ["a", "b"].map { Note(path: $0, was: "skipped", because: reason) }
    #expect([notes[0]].sentences == ["a was skipped: \(reason)"])
    #expect(notes.sentences == ["2 files were skipped: \(several); the first is a"])
  }

  @Test func `only notes about checks that can miss an error are failures`() {
    let notes = [Severity.note, .warning, .error].map { severity in
      Note("\(severity)", unfinished: [Note.UnfinishedCheck("r", severity)])
    }
    #expect((notes + ["other"]).failures.sentences == ["error"])
  }

  @Test func `merging adds unknown notes once`() {
    var notes: [Note] = ["a", "b"]
    notes.merge(["b", "c", "c"])
    #expect(notes == ["a", "b", "c"])
  }
}
