// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct SandboxedGitConfigurationTests {
  @Test(arguments: [
    (["HOME": "/h"], ["/h/.config/git/config", "/h/.gitconfig"]),
    (["HOME": "/h", "XDG_CONFIG_HOME": "/x"], ["/x/git/config", "/h/.gitconfig"]),
    (["HOME": "/h", "XDG_CONFIG_HOME": ""], ["/h/.config/git/config", "/h/.gitconfig"]), ([:], []),
  ]) func `the user's git files are read, the machine's on request`(environment: [String: String], files: [String]) {
    #expect(SandboxedGitConfiguration.files(environment: environment, withMachine: false) == files.map { FilePath($0) })
    #expect(
      SandboxedGitConfiguration.files(environment: environment, withMachine: true)
        == ["/etc/gitconfig"] + files.map { FilePath($0) })
  }

  @Test func `the folders of rewrites are found, also by URL`() async throws {
    try await withScratchDirectory { folder in
      let (plain, spaced) = (try folder.folder("plain").path, try folder.folder("a folder").path)
      let url = "file://\(spaced.string.replacing(" ", with: "%20"))"
      let targets = [
        plain.string, "file://\(plain)/", url, "file://\(folder.path)/missing", "https://example.com\(plain)", "plain",
      ]
      let folders = SandboxedGitConfiguration.folders(targets.map { URLRewrite(from: "https://github.com/", to: $0) })
      #expect(folders == [plain, plain, spaced])
    }
  }

  @Test func `URL rewrites are written as insteadOf settings`() {
    let text = SandboxedGitConfiguration.text(
      [
        URLRewrite(from: "https://github.com/", to: "https://mirror.example.com/"),
        URLRewrite(from: "git@github.com:", to: "ssh://git@mirror.example.com/"),
      ], isSandboxed: false)
    #expect(
      text == """
        [url "https://mirror.example.com/"]
        \tinsteadOf = https://github.com/
        [url "ssh://git@mirror.example.com/"]
        \tinsteadOf = git@github.com:

        """)
  }

  @Test func `in a sandbox, SSH addresses of GitHub are rewritten to HTTPS by default`() {
    #expect(
      SandboxedGitConfiguration.text([], isSandboxed: true) == """
        [safe]
        \tdirectory = *
        [url "https://github.com/"]
        \tinsteadOf = git@github.com:

        """)
    let own = SandboxedGitConfiguration.text([URLRewrite(from: "git@github.com:", to: "/mirror/")], isSandboxed: true)
    #expect(own.hasSuffix("*\n[url \"/mirror/\"]\n\tinsteadOf = git@github.com:\n"))
  }

  @Test(arguments: [
    ("https://github.com/", "https://ada:secret@github.com/"), ("https://github.com/", "https://token@github.com/"),
    ("https://ada:secret@github.com/", "https://mirror/"), ("https://github.com/", "ssh://ada:secret@github.com/"),
    ("", "https://mirror/"), ("https://github.com/", ""), ("https://github.com/", "a\"]\n[core]\n\tsshCommand = x"),
    ("a b", "https://mirror/"), ("a#b", "https://mirror/"), ("https://exämple.com/", "https://mirror/"),
  ]) func `rewrites that are empty, unsafe or contain credentials are left out`(from: String, to: String) {
    #expect(SandboxedGitConfiguration.text([URLRewrite(from: from, to: to)], isSandboxed: false) == "")
  }
}
