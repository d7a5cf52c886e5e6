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
    discussion: """
      Mirrors, cached builds, forge responses, results and logs each have a size limit, which check and serve enforce. \
      Deleting them costs only time.

        reviewbot cache list
        reviewbot cache prune                                       down to the size limits
        reviewbot cache prune builds --all                          all cached builds
        reviewbot cache list --config /etc/reviewbot/server.yml     those of the daemon

      Environment: REVIEWBOT_HOME, XDG_CACHE_HOME, HOME. Exit status: 0 success, 2 usage error, 3 failure.
      """,
    subcommands: [CacheListCommand.self, CachePruneCommand.self])
}

/// `--config` and `--home`
struct CacheOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The operator's file, which names the state folder and the limits.", valueName: "FILE"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The cache folder; default: $REVIEWBOT_HOME, $XDG_CACHE_HOME/reviewbot, or ~/.cache/reviewbot.",
      valueName: "DIR"))
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
    let rows =
      [["CACHE", "ENTRIES", "SIZE", "LIMIT", "FOLDER"]]
      + usage.map {
        [$0.kind.rawValue, "\($0.entries)", Self.size($0.bytes), "\($0.bound)", $0.folder.string]
      }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      Console.say(cells.joined(separator: "  ").trimmingCharacters(in: .whitespaces))
    }
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
    help: "The caches to prune: \(DiskCaches.Kind.allCases.map(\.rawValue).joined(separator: ", ")); default: all.")
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
