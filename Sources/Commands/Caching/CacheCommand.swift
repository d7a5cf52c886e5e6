// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import ConfigurationFiles
import Foundation
import ReviewContract
import ReviewHost
import SystemPackage

struct CacheCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "List and prune reviewbot's caches on the disk.",
    discussion: CommandHelp(
      text: """
        Mirrors, cached builds, forge responses, results and logs each have a size limit, which check and serve enforce. \
        Deleting them costs only time.
        """,
      examples: [
        ("cache list", "show the caches"), ("cache prune", "delete what is over the size limits"),
        ("cache prune builds --all", "delete all cached builds"),
        ("cache list --config /etc/reviewbot/server.yml", "show the caches of a daemon"),
      ],
      statuses: [(0, "done")] + CommandHelp.failures, variables: [CommandHelp.home]
    ).discussion,
    subcommands: [CacheListCommand.self, CachePruneCommand.self])
}

/// `--config` and `--home`
struct CacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The operator's file, which names the state folder and the limits.", valueName: "FILE"),
    completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The cache folder; default: $REVIEWBOT_HOME, $XDG_CACHE_HOME/reviewbot, or ~/.cache/reviewbot.",
      valueName: "DIR"), completion: .directory)
  var home: String?

  func caches(environment: [String: String]) throws -> DiskCaches {
    if let config {
      guard home == nil else { throw UsageError("both --config and --home are given", remedy: "use one of them") }
      let configuration = try ServerConfigurationReader().read(file: config)
      return DiskCaches(HomeDirectory(path: FilePath(configuration.state.path)), bounds: configuration.cacheBounds)
    }
    if let home {
      guard FilePath(home).isAbsolute else {
        throw UsageError("--home takes an absolute path, not \"\(home)\"", remedy: "write it from /")
      }
      return try DiskCaches(HomeDirectory(path: FilePath(home)), environment: environment)
    }
    return try DiskCaches(try HomeDirectory(environment: environment), environment: environment)
  }
}

struct CacheListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the caches with their sizes and size limits.")

  @OptionGroup var options: CacheOptions

  func run() async throws {
    let usage = try options.caches(environment: ProcessInfo.processInfo.environment).usage()
    let rows = usage.map {
      [$0.kind.rawValue, "\($0.entries)", Self.size($0.bytes), "\($0.bound)", $0.folder.string]
    }
    for line in TextTable(["CACHE", "ENTRIES", "SIZE", "LIMIT", "FOLDER"], rows).lines { Console.say(line) }
  }

  /// In whole units, such as `3M`.
  static func size(_ bytes: Int) -> String {
    for (letter, unit) in [("T", 1 << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)] where bytes >= 10 * unit {
      return "\(bytes / unit)\(letter)"
    }
    return "\(bytes)"
  }
}

struct CachePruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Delete the least recently used entries until each cache is within its size limit.")

  @OptionGroup var options: CacheOptions

  @Argument(
    help: ArgumentHelp("The caches to prune; default: all.", valueName: "CACHE"))
  var caches: [DiskCaches.Kind] = []

  @Flag(help: "Delete every entry that is not in use.")
  var all = false

  func run() async throws {
    let pruned = try options.caches(environment: ProcessInfo.processInfo.environment)
      .prune(caches.isEmpty ? DiskCaches.Kind.allCases : caches, isComplete: all)
    if pruned.isEmpty { return Console.say("nothing to delete") }
    for (kind, bytes) in pruned { Console.say("\(kind.rawValue): deleted \(CacheListCommand.size(bytes))") }
  }
}

extension DiskCaches.Kind: ExpressibleByArgument {}
