// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// Repositories, addresses and files that a review cannot use: one sentence with the error and its remedy. The command
/// line itself is the subject of `CommandLineTests`.
struct WrongInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: String
    let status: Int32
    /// The beginning of the sentence, which ends with ``remedy``; FOLDER stands for the current folder.
    let beginning: String
    let remedy: String

    init(_ arguments: String, _ status: Int32, _ beginning: String, _ remedy: String) {
      self.arguments = arguments
      self.status = status
      self.beginning = beginning
      self.remedy = remedy
    }

    var testDescription: String { arguments }
  }

  @Test(arguments: [
    Case(
      "check #1 --pr 1", 2, "--pr N|URL and the argument N|URL exclude each other", "; see reviewbot check --help"),
    Case(
      "check https://bitbucket.org/acme/shapes/pull-requests/7", 2, "bitbucket.org is not supported",
      "with --repo PATH or --forge local, which posts nothing"),
    Case(
      "check http://github.com/a/b/pull/7", 2, "\"http://github.com\" is not encrypted", "; write https://github.com"),
    Case(
      "check --pr https://github.com/a/b/pull/7 --repo c/d", 2,
      "--repo \"c/d\" is not the repository of the pull request, https://github.com/a/b", "; omit --repo"),
    Case(
      "check #3 --repo repository", 2, "refs/pull/3/head has no commit that its base main lacks",
      "; add a commit to it, or name another base with --base"),
    Case(
      "coverage", 2, "\"FOLDER\" is not in a git repository",
      "; run reviewbot in a clone, or create a repository with git init"),
    Case("check --pr 1 --config /", 2, "cannot read the configuration \"/\": Is a directory", "permissions"),
    Case(
      "check --pr 1 --repo git@github.com:a/b --forge gitlab", 2,
      "the forge at \"https://github.com\" is github, not gitlab", "; omit --forge"),
    Case(
      "check --pr 1 --repo repository --allow-host https://x", 2, "--allow-host takes HOST, not \"https://x\"",
      "; name the host without https://"),
    // Port 1 has no server: the host is refused before the pull request is read.
    Case(
      "check --pr 1 --repo http://127.0.0.1:1/a/b --forge gitea --allow-host a/b", 2, "--allow-host takes HOST",
      "; name the host without https://"),
    Case(
      "check --pr 1 --repo repository --config gone.yml", 2,
      "cannot read the configuration \"gone.yml\": No such file or directory",
      "; check --config and the file's permissions"),
    Case(
      "check --pr 1 --repo repository --config plain/wrong.yml", 2, "plain/wrong.yml:2:9: unknown rule \"toodo\"",
      "; did you mean todo?"),
    Case(
      "check --pr 1 --repo acme/shapes --token-file plain/wrong.yml", 2,
      "the token file \"plain/wrong.yml\" does not contain exactly one token", "; put the token alone on its first line"
    ),
    Case(
      "check --pr 1", 2, "\"FOLDER\" is not in a git repository", "; name one with --repo OWNER/NAME, a URL or a path"),
    Case("check --pr 1 --repo gone", 2, "there is no folder \"FOLDER/gone\"", "or an existing path"),
    Case("check --pr 1 --repo plain", 2, "there is no git repository at \"FOLDER/plain\"", "; check the path"),
    Case(
      "check --pr 1 --repo repository --forge github", 2,
      "\"FOLDER/repository\" is a folder, not a repository on github",
      "; give --repo OWNER/NAME or its URL"),
    Case(
      "check --pr 1 --repo https://ada:secret@example.com/a/b", 2, "the URL of the repository contains a credential",
      "; remove it and use --token-file or REVIEWBOT_TOKEN"),
    Case(
      "check --pr 1 --repo ftp://example.com/a/b", 2, "unsupported URL scheme \"ftp\"",
      "use https, a path, or OWNER/NAME"),
    Case(
      "check --pr 9 --repo repository", 2, "repository has no pull request 9",
      "; check the number: the repository offers no refs/pull/9/head"),
    Case(
      "check --pr 1 --repo repository --base gone", 2, "repository has no branch gone",
      "; name one with --base, such as change, main"),
    Case(
      "check --pr 2 --repo repository", 3, "the head ", "; check the base branch, or rebase the pull request on it"),
    Case(
      "check --pr 1 --repo http://127.0.0.1:1/acme/shapes --forge github", 3,
      "cannot read pull request #1 of acme/shapes: cannot connect to http://127.0.0.1:1",
      "; check the network, the proxy and the API's address"),
    Case(
      "check --pr 1 --repo http://127.0.0.1:1/acme/shapes --forge local --sandbox none", 3,
      "cannot connect to http://127.0.0.1:1/acme/shapes",
      "; check the URL and the network"),
    Case(
      "check --pr 1 --repo repository --sandbox container", 3,
      "there is no sandbox: container: no image is set: name one with --sandbox-image; see reviewbot doctor",
      "; --sandbox none runs the code without isolation"),
    Case(
      "lint", 2, "\"FOLDER\" is not in a git repository",
      "; run reviewbot in a clone, or create a repository with git init"),
  ]) func `invalid input is reported in one sentence with its remedy`(_ wrong: Case) async throws {
    try await withScratchDirectory { folder in
      let repository = try SampleRepository(in: folder.folder("repository"))
      try repository.git.git("checkout", "--quiet", "--orphan", "other")
      try repository.git.commit("other")
      try repository.git.openPullRequest(2)
      try repository.git.git("checkout", "--quiet", "main")
      try repository.git.git("branch", "--quiet", "-D", "other")
      try repository.git.openPullRequest(3, at: "main")
      try folder.write("plain/wrong.yml", "version: 1\nrules: {toodo: off}\n")
      let outcome = try await BuiltProgram(in: folder).run(wrong.arguments.split(separator: " ").map(String.init))
      #expect(outcome.status == wrong.status)
      #expect(outcome.output == "")
      let complaints = outcome.complaints.map { $0.replacing(folder.path.string, with: "FOLDER") }
      #expect(complaints.count == 1, "\(complaints)")
      let sentence = try #require(complaints.first)
      #expect(sentence.hasPrefix("reviewbot: " + wrong.beginning), "\(sentence)")
      #expect(sentence.hasSuffix(wrong.remedy), "\(sentence)")
      // The progress does not repeat it.
      #expect(outcome.errors.components(separatedBy: wrong.remedy).count == 2, "\(outcome.errors)")
    }
  }
}
