// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// A folder that cannot be used for a session results in one sentence with the error and its remedy.
struct SessionWrongInputTests {
  typealias Case = WrongInputTests.Case

  @Test(arguments: [
    Case(
      "check --pr 1 --record a --forge-folder b", 2, "--record DIR and --forge-folder DIR exclude each other",
      "; see reviewbot check --help"),
    Case(
      "check --pr 1 --forge-folder gone", 2, "cannot use --forge-folder \"gone\": there is no folder gone", "PATH.json"),
    Case("check --pr 1 --forge-folder empty", 2, "cannot use --forge-folder \"empty\": empty is empty", "PATH.json"),
    Case(
      "check --pr 1 --forge-folder plain", 2,
      "cannot use --forge-folder \"plain\": plain is neither a recording nor a folder of responses",
      "; name a folder that --record wrote, or one with responses in GET/PATH.json"),
    Case(
      "check --pr 1 --forge-folder links", 2,
      "cannot use --forge-folder \"links\": FOLDER/links/GET is a symbolic link",
      "PATH.json"),
    Case(
      "check --pr 1 --forge-folder unreadable", 2,
      "cannot use --forge-folder \"unreadable\": cannot read unreadable/0001-GET.request", "PATH.json"),
    Case(
      "check --pr 1 --forge-folder broken", 2,
      "cannot use --forge-folder \"broken\": 0001-GET in broken has no method and address in its first line",
      "PATH.json"),
    Case(
      "check --pr 1 --forge-folder unnamed --repo repository", 2,
      "--forge-folder \"unnamed\" does not say which repository it is of: it has no forge.json",
      "; name it with --forge and --repo OWNER/NAME, or write forge.json"),
    Case(
      "check --pr 9 --forge-folder responses", 3,
      "cannot read pull request #9 of acme/shapes: no response to GET /repos/acme/shapes/pulls/9 is in responses",
      "is in responses"),
    Case(
      "check --pr 1 --forge-folder responses --sandbox none --no-publish", 3,
      "https://github.com/acme/shapes.git is not on this machine, and --forge-folder uses no network",
      "; name a clone with --repo PATH, or write its path into the response"),
    Case(
      "check --pr 1 --record plain", 2, "cannot record into \"plain\": it is not empty",
      "; name a new folder outside of the repository with --record"),
    Case(
      "check --pr 1 --record repository/session", 2,
      "cannot record into \"repository/session\": it is in the git repository \"FOLDER/repository\"", "with --record"),
    Case(
      "check --pr 1 --record link/session", 2,
      "cannot record into \"link/session\": it is in the git repository \"FOLDER/repository\"", "with --record"),
    Case(
      "check --pr 1 --record gone/session", 2,
      "cannot record into \"gone/session\": there is no folder \"FOLDER/gone\"",
      "with --record"),
    Case(
      "check --pr 1 --repo repository --record session", 2,
      "--record records the requests to a forge, and a plain repository has none", "; omit --record"),
  ]) func `a folder that cannot be used is reported in one sentence with its remedy`(_ wrong: Case) async throws {
    try await withScratchDirectory { folder in
      _ = try folder.folder("repository/.git")
      try folder.write("plain/wrong.yml", "version: 1\n")
      try writeForges(folder)
      let outcome = try await BuiltProgram(in: folder).run(wrong.arguments.split(separator: " ").map(String.init))
      #expect(outcome.status == wrong.status)
      #expect(outcome.output == "")
      let complaints = outcome.complaints.map { $0.replacing(folder.path.string, with: "FOLDER") }
      #expect(complaints.count == 1, "\(complaints)")
      let sentence = try #require(complaints.first)
      #expect(sentence.hasPrefix("reviewbot: " + wrong.beginning), "\(sentence)")
      #expect(sentence.hasSuffix(wrong.remedy), "\(sentence)")
    }
  }

  /// Folders for `--forge-folder` and `--record`.
  private func writeForges(_ folder: ScratchDirectory) throws {
    _ = try folder.folder("empty")
    for (link, target) in [("link", "repository"), ("links/GET", "../plain")] {
      if link.contains("/") { _ = try folder.folder("links") }
      try FileManager.default.createSymbolicLink(
        atPath: folder.path.pushing(FilePath(link)).string, withDestinationPath: target)
    }
    _ = try folder.folder("unreadable/0001-GET.request")
    try folder.write("broken/0001-GET.request", "GET\n\n")
    try folder.write("unnamed/GET/user.json", "{}")
    try folder.write("responses/forge.json", #"{"forge": "github", "repository": "acme/shapes"}"#)
    let side =
      #"{"ref": "main", "sha": "\#(String(repeating: "a", count: 40))", "repo": {"id": 1, "full_name": "acme/shapes", "clone_url": "https://github.com/acme/shapes.git"}}"#
    try folder.write(
      "responses/GET/repos/acme/shapes/pulls/1.json",
      #"{"number": 1, "title": "Circles", "state": "open", "head": \#(side), "base": \#(side)}"#)
  }
}
