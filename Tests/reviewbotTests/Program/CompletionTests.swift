// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import Testing

/// The completion script of bash, in bash.
struct CompletionTests {
  /// Prints the completions at the end of a command line.
  private static let script = """
    PATH=$(dirname "$0"):$PATH
    source <("$0" completions bash)
    read -ra COMP_WORDS <<<"$1"
    [[ $1 == *" " ]] && COMP_WORDS+=("")
    COMP_LINE=$1 COMP_POINT=${#1} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _reviewbot reviewbot "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '%s\\n' "${COMPREPLY[@]}"
    """

  @Test(arguments: [
    ("reviewbot expl", ["explain"]), ("reviewbot explain line_len", ["line_length"]),
    ("reviewbot explain pull_request.si", ["pull_request.size"]), ("reviewbot lint --since to", ["topic"]),
    ("reviewbot lint Sou", ["Sources"]), ("reviewbot coverage Sou", ["Sources"]),
    ("reviewbot lint --config con", ["config.yml"]), ("reviewbot lint --format sar", ["sarif"]),
    ("reviewbot check --output Sou", ["Sources"]), ("reviewbot completions f", ["fish"]),
  ]) func `bash completes commands, values, rules, branches and files`(line: String, words: [String]) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write("Sources/a.swift", "let a = 1\n")
      try git.write("config.yml", "version: 1\n")
      try git.commit("base")
      try git.git("branch", "topic")
      let script = try folder.write("complete.bash", Self.script)
      let outcome = try await BuiltProgram(in: folder).run(
        [line], shell: "exec bash -c \"$(cat \(script))\" \"$0\" \"$1\"",
        in: git.folder.path)
      #expect(outcome.output.split(separator: "\n").map(String.init) == words, "\(outcome)")
    }
  }

  @Test(arguments: ["zsh", "fish"]) func `zsh and fish have a completion script`(shell: String) async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(["completions", shell])
      #expect(outcome.status == 0)
      for word in ["lint", "explain", "allow-linters"] { #expect(outcome.output.contains(word), "\(word)") }
    }
  }

  @Test func `without a shell the installation is explained`() async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(["completions"])
      #expect(outcome.status == 0)
      for shell in ["bash", "zsh", "fish"] {
        #expect(outcome.output.contains("    reviewbot completions \(shell) >~/"), "\(outcome.output)")
      }
    }
  }
}
