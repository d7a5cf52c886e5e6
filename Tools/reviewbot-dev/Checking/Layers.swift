// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The allowed imports of targets: the only place that defines the levels. `reviewbot-dev generate` writes them to the
/// comments of the packages and to the page about the architecture.
struct Layers: Sendable {
  /// Targets of one level with one responsibility.
  struct Row: Sendable {
    /// Nil for targets for tests only, which may import any target.
    let level: Int?
    let targets: [String]
    /// In Markdown.
    let responsibility: String
    /// The folder, or the other package, if it is not `Sources`.
    let place: String?

    init(_ level: Int?, _ targets: [String], _ responsibility: String, place: String? = nil) {
      self.level = level
      self.targets = targets
      self.responsibility = responsibility
      self.place = place
    }
  }

  let rows: [Row]
  /// Intended edges within a level.
  var exceptions: Set<[String]> = []
  /// The targets that a target must not reach, not even through others.
  var walls: [String: Set<String>] = [:]
  /// Parts that a target below `target` must not reach together.
  var assembly: (parts: [String], target: String)?

  /// A target imports targets of lower levels only.
  var levels: [String: Int] {
    let pairs = rows.flatMap { row in row.targets.compactMap { name in row.level.map { (name, $0) } } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// Targets for tests only.
  var testSupport: Set<String> { Set(rows.filter { $0.level == nil }.flatMap(\.targets)) }

  static let reviewbot = Layers(
    rows: [
      Row(0, ["CBuild", "CGit2", "CLinux"], "module maps and headers that Swift can import; no logic"),
      Row(
        0, ["CInterop"],
        "own a C pointer, run blocking calls off the shared threads, carry values through C callbacks, names and parents of paths, a lock"
      ),
      Row(0, ["HostileText"], "escape untrusted text"),
      Row(0, ["NetworkAddressing"], "tell public addresses from those of private networks"),
      Row(0, ["SecretMasking"], "mask a secret, in whatever form it appears"),
      Row(
        0, ["Findings", "SwiftSource", "Rules"],
        "the products of the package `Lint`, see below", place: "the package Lint"),
      Row(1, ["CCurl", "CPostgres"], "libcurl and libpq, which are loaded when they are first needed"),
      Row(
        1, ["ContainedFiles"],
        "read, list, write and remove files below a directory that code under review can change"),
      Row(1, ["HTMLTemplates"], "HTML of templates and views, with hostile text escaped"),
      Row(1, ["Observability"], "Prometheus metrics, and logs of one line an event without secrets"),
      Row(2, ["KeyedStore"], "values in files by keys, with bounds: caches, and what is remembered"),
      Row(
        3, ["ResourceLoading"],
        "say where a thing is and how to read it; load it through a transport. A public product"),
      Row(
        3, ["ReviewContract"],
        "the values of a review that cross from one half to the other, the protocols of its stages, the gates"),
      Row(4, ["CurlTransport"], "send HTTP requests with libcurl"),
      Row(
        4, ["DependencyMirroring"],
        "find the dependencies that need a token in the texts of manifests; have them mirrored"),
      Row(
        4, ["Forges"],
        "GitHub, GitLab, Gitea and plain git: read pull requests, plan and post comments, statuses and check runs"),
      Row(4, ["Git"], "mirror, fetch, compare and check out revisions with libgit2"),
      Row(4, ["Isolation"], "child processes with limits, sandboxes and their self-test, the dependency proxy"),
      Row(4, ["JobQueue"], "the daemon's queue: its port, and the engine that stores it in an SQLite file"),
      Row(4, ["TestHistory"], "the results of tests in earlier reviews, and the history of a failure"),
      Row(5, ["ConfigurationFiles"], "read, validate and compare `.reviewbot.yml` and the operator's file"),
      Row(5, ["Coverage"], "read llvm-cov's export and LCOV; the state of each line, and its uncovered columns"),
      Row(5, ["PostgresStore"], "the engine that keeps the queue in a PostgreSQL database, for several processes"),
      Row(5, ["Reporting"], "render a report: terminal, Markdown, a page of HTML, JSON, log annotations, plots"),
      Row(5, ["SwiftBuild"], "run a package's build and tests within limits; judge the outcome"),
      Row(
        6, ["Linting"],
        "the rules and other linters as a configuration sets them: which findings are new, baselines, corrections"),
      Row(
        6, ["MutationTesting"],
        "small changes of changed lines that tests should notice: where they are, one program with all of them, what the suites notice"
      ),
      Row(6, ["WorkerProtocol"], "the protocol between host and worker: the request, and the locations of the results"),
      Row(7, ["ReviewHost"], "the half with the token: fetch, have it reviewed, compare with the base"),
      Row(7, ["ReviewWorker"], "the half that runs code under review: from a workspace to a report"),
      Row(8, ["CommandSupport"], "what the commands share: the composition root (`AppContext`), the console, the help"),
      Row(8, ["ReviewServer"], "take in webhooks, run the queue's jobs, reconcile"),
      Row(9, ["ReviewPages"], "the web pages of reviews: sign-in, rights, live logs"),
      Row(10, ["ServerCommands"], "`serve`, `jobs` and `queue`, in builds with the trait `Server`"),
      Row(11, ["Commands"], "the command line: arguments, exit statuses, a run of each other command"),
      Row(12, ["reviewbot"], "the program's `main`"),
      Row(12, ["reviewbot-dev"], "generators and checks for developers", place: "Tools"),
      Row(nil, ["ReviewTesting"], "fakes, fixtures, a loopback server", place: "Tests/Support"),
      Row(
        nil, ["many-machines"],
        "the daemon as eight processes over one database, with faults", place: "Tests/Support"),
      Row(nil, ["OpenPullRequests"], "the example of the library `ResourceLoading`", place: "Examples"),
      Row(nil, ["SeededTesting"], "a generator with the same numbers for a seed", place: "the package Lint"),
    ],
    walls: [
      // Used by the worker, which must not reach git, and by the commands.
      "Linting": ["Git", "ReviewHost", "ReviewWorker"],
      // Other packages use it by version, which SwiftPM refuses of a product that reaches a package by path.
      "ResourceLoading": ["Findings", "Rules", "SwiftSource"],
      // Runs code under review: no token, no forge, no queue.
      "ReviewWorker": [
        "CurlTransport", "Forges", "Git", "JobQueue", "PostgresStore", "ResourceLoading", "ReviewHost", "ReviewServer",
      ],
      // Holds the token: sends a request and reads a report.
      "ReviewHost": ["Coverage", "ReviewServer", "ReviewWorker", "Rules", "SwiftBuild"],
      "ReviewServer": ["Coverage", "ReviewWorker", "Rules", "SwiftBuild"],
    ],
    assembly: (parts: ["ReviewHost", "ReviewWorker"], target: "Commands"))

  /// The package of the rules, which depends on nothing of this repository.
  static let lint = Layers(
    rows: [
      Row(0, ["CSourceSupport"], "searching bytes, SHA-256, and the processor time of a thread, on Linux and Darwin"),
      Row(
        1, ["Findings"],
        "findings, changes, globs, the catalogue of rules; `SourceFolder`, through which rules read files"),
      Row(2, ["SwiftSource"], "a parsed Swift file: text, tokens, nodes by kind, lines; parsed once"),
      Row(3, ["Rules"], "rules, the engine that runs them in one pass, the filters of findings, the built-in rules"),
      Row(3, ["RuleSources"], "the list of the rules in the sources, the file of a new one", place: "Tools"),
      Row(4, ["lint-dev"], "the command for authors of rules", place: "Tools"),
      Row(
        nil, ["RuleTesting", "SeededTesting"],
        "running a rule's examples; a generator with the same numbers for a seed", place: "Tests/Support"),
    ])
}
