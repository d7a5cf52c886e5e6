// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import PackageDescription

// Levels: a target imports lower levels only, and some targets are kept apart. `reviewbot-dev check-layers` proves it.
//
//   12  reviewbot
//   12  reviewbot-dev  (Tools)
//   11  Commands
//   10  ServerCommands
//   9  ReviewPages
//   8  CommandSupport  ReviewServer
//   7  ReviewHost  ReviewWorker
//   6  Linting  MutationTesting  WorkerProtocol
//   5  ConfigurationFiles  Coverage  PostgresStore  Reporting  SwiftBuild
//   4  CurlTransport  DependencyMirroring  Forges  Git  Isolation  JobQueue  TestHistory
//   3  ResourceLoading  ReviewContract
//   2  KeyedStore
//   1  CCurl  CPostgres  ContainedFiles  HTMLTemplates  Observability
//   0  CBuild  CGit2  CLinux  CInterop  HostileText  NetworkAddressing  SecretMasking
//   0  Findings  SwiftSource  Rules  (the package Lint)
//   -  OpenPullRequests  (Examples)
//   -  ReviewTesting  many-machines  (Tests/Support)
//   -  SeededTesting  (the package Lint)

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let syntax: Target.Dependency = .product(name: "SwiftSyntax", package: "swift-syntax")
let parser: Target.Dependency = .product(name: "SwiftParser", package: "swift-syntax")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
// What only the daemon needs is neither fetched nor built without the trait Server.
let daemon: TargetDependencyCondition? = .when(traits: ["Server"])
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift", condition: daemon)
let hummingbird: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird", condition: daemon)
let router: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird", condition: daemon)
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio", condition: daemon)
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio", condition: daemon)
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio", condition: daemon)
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio", condition: daemon)
let nioHTTPCodec: Target.Dependency = .product(
  name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: daemon)
let nioHTTP: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: daemon)
let postgres: Target.Dependency = .target(name: "CPostgres", condition: .when(traits: ["PostgreSQL"]))
let findings: Target.Dependency = .product(name: "Findings", package: "Lint")
let rules: Target.Dependency = .product(name: "Rules", package: "Lint")
let swiftSource: Target.Dependency = .product(name: "SwiftSource", package: "Lint")
let ruleSources: Target.Dependency = .product(name: "RuleSources", package: "Lint")
let seededTesting: Target.Dependency = .product(name: "SeededTesting", package: "Lint")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

let example = "Examples/OpenPullRequests"

func library(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(
  _ subject: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: "\(subject)Tests",
    dependencies: [.target(name: subject)] + dependencies,
    exclude: exclude,
    resources: resources,
    swiftSettings: settings)
}

let package = Package(
  name: "reviewbot",
  // The program is not a product: SwiftPM counts the executable products of a package among what each dependent reaches,
  // and refuses a version of a package that reaches Lint by path.
  products: [
    .library(name: "ResourceLoading", targets: ["ResourceLoading"])
  ],
  traits: [
    .default(enabledTraits: ["Server"]),
    .trait(name: "Server", description: "The commands serve, jobs and queue, and what only they need."),
    .trait(
      name: "PostgreSQL", description: "The queue can be kept in PostgreSQL. Needs libpq and its header (libpq-dev).",
      enabledTraits: ["Server"]),
  ],
  dependencies: [
    .package(path: "Lint"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // Level 0: C libraries, as tables and shims without logic, and what needs nothing else.
    .systemLibrary(name: "CGit2", pkgConfig: "libgit2", providers: [.apt(["libgit2-dev"])]),
    .target(name: "CBuild"),
    .target(name: "CCurl", dependencies: ["CLinux"]),
    .target(name: "CPostgres", dependencies: ["CLinux"]),
    .target(name: "CLinux"),
    library("CInterop", [system]),
    library("HostileText"),
    library("NetworkAddressing"),
    library("SecretMasking"),

    // Level 1
    library("ContainedFiles", ["CInterop", "CLinux", system]),
    library("HTMLTemplates", ["HostileText", mustache]),
    library("Observability", ["CInterop", "HostileText", "SecretMasking", logging, metrics]),

    // Level 2
    library("KeyedStore", ["CInterop", "ContainedFiles", crypto, system]),

    // Level 3
    library("ResourceLoading", ["CInterop", "KeyedStore", "SecretMasking", crypto, httpTypes, system]),
    library(
      "ReviewContract",
      ["CInterop", "ContainedFiles", "HostileText", "KeyedStore", "SecretMasking", crypto, findings, system]),

    // Level 4
    library(
      "CurlTransport", ["CCurl", "CInterop", "NetworkAddressing", "ResourceLoading", httpTypes, system]),
    library(
      "DependencyMirroring",
      ["ContainedFiles", "HostileText", "ReviewContract", findings, parser, swiftSource, syntax, system]),
    library(
      "Forges",
      [
        "CInterop", "HostileText", "ResourceLoading", "ReviewContract", "SecretMasking", crypto, cryptoExtras, findings,
        httpTypes, system,
      ]),
    library(
      "Git", ["CGit2", "CInterop", "CLinux", "ContainedFiles", "HostileText", "ReviewContract", findings, system]),
    library(
      "Isolation",
      [
        "CInterop", "CLinux", "ContainedFiles", "HostileText", "NetworkAddressing", "ReviewContract", subprocess,
        system,
      ]),
    library(
      "JobQueue", ["CInterop", "CLinux", "ContainedFiles", "KeyedStore", "ReviewContract", findings, grdb, system]),
    library("TestHistory", ["KeyedStore", "ReviewContract", crypto, findings, system]),

    // Level 5
    .target(
      name: "Reporting",
      dependencies: ["HTMLTemplates", "HostileText", "ReviewContract", "TestHistory", crypto, findings, system],
      resources: [.embedInCode("Page/Assets"), .embedInCode("Page/Templates")],
      swiftSettings: settings),
    library("PostgresStore", ["CInterop", "JobQueue", "ReviewContract", "SecretMasking", findings, postgres, system]),
    library(
      "ConfigurationFiles",
      [
        "ContainedFiles", "HostileText", "NetworkAddressing", "Observability", "ReviewContract", crypto, findings,
        logging, system, yams,
      ]),
    library(
      "Coverage",
      [
        "CInterop", "ContainedFiles", "HostileText", "Isolation", "KeyedStore", "ReviewContract", crypto, findings,
        swiftSource, syntax, system,
      ]),
    library("SwiftBuild", ["CInterop", "ContainedFiles", "Isolation", "ReviewContract", findings, system]),

    // Level 6. The worker and the commands use Linting, which sees neither half.
    library(
      "Linting",
      [
        "CInterop", "ConfigurationFiles", "ContainedFiles", "HostileText", "Isolation", "ReviewContract", findings,
        rules, swiftSource, system,
      ]),
    library(
      "MutationTesting",
      [
        "CInterop", "ContainedFiles", "HostileText", "ReviewContract", "SwiftBuild", findings, swiftSource, syntax,
        system,
      ]),
    library("WorkerProtocol", ["CInterop", "ConfigurationFiles", "Isolation", "ReviewContract", system]),

    // Level 7: the two halves, which do not see each other.
    library(
      "ReviewHost",
      [
        "CInterop", "ConfigurationFiles", "ContainedFiles", "CurlTransport", "DependencyMirroring", "Forges", "Git",
        "HostileText", "Isolation", "KeyedStore", "Observability", "ResourceLoading", "ReviewContract",
        "SecretMasking", "TestHistory", "WorkerProtocol", findings, system,
      ]),
    library(
      "ReviewWorker",
      [
        "CInterop", "ConfigurationFiles", "ContainedFiles", "Coverage", "Isolation", "Linting", "MutationTesting",
        "ReviewContract", "SwiftBuild", "WorkerProtocol", findings, parser, rules, swiftSource, syntax, system,
      ]),

    // Level 8
    library(
      "ReviewServer",
      [
        "CInterop", "ConfigurationFiles", "ContainedFiles", "Forges", "HostileText", "JobQueue", "KeyedStore",
        "NetworkAddressing", "Observability",
        "ResourceLoading", "ReviewContract", "ReviewHost", "TestHistory", crypto, findings, httpTypes, hummingbird,
        logging, metrics, nio, nioHTTP, nioPosix, system,
      ]),

    library(
      "CommandSupport",
      [
        "CInterop", "ConfigurationFiles", "ContainedFiles", "CurlTransport", "Forges", "Git", "HostileText",
        "Observability", "Reporting", "ResourceLoading", "ReviewContract", "ReviewHost", "SecretMasking", arguments,
        findings, rules, system,
      ]),

    // Level 9
    .target(
      name: "ReviewPages",
      dependencies: [
        "CInterop", "CLinux", "ConfigurationFiles", "Forges", "HTMLTemplates", "HostileText", "JobQueue",
        "KeyedStore", "Observability", "Reporting", "ResourceLoading", "ReviewContract", "ReviewHost", "ReviewServer",
        "TestHistory", crypto, findings, httpTypes, hummingbird, logging, metrics, nio, router, system,
      ],
      resources: [.embedInCode("Assets"), .embedInCode("Templates")],
      swiftSettings: settings),

    // Level 10
    library(
      "ServerCommands",
      [
        "CInterop", "CommandSupport", "ConfigurationFiles", "ContainedFiles", "CurlTransport", "Forges", "HostileText",
        "Isolation", "JobQueue", "NetworkAddressing", "Observability", "PostgresStore", "Reporting", "ResourceLoading",
        "ReviewContract", "ReviewHost", "ReviewPages", "ReviewServer", "SwiftBuild", "TestHistory", "WorkerProtocol",
        arguments, logging, metrics, system,
      ]),

    // Level 11: the only library that sees both halves.
    library(
      "Commands",
      [
        "CBuild", "CInterop", "CLinux", "CommandSupport", "ConfigurationFiles", "ContainedFiles", "Coverage",
        "DependencyMirroring", "Forges", "Git", "HostileText", "Isolation", "KeyedStore", "Linting",
        "MutationTesting", "Observability", "Reporting", "ResourceLoading", "ReviewContract", "ReviewHost",
        "ReviewWorker", "SwiftBuild", "TestHistory", "WorkerProtocol", arguments, findings, rules, swiftSource, system,
        .target(name: "ServerCommands", condition: daemon),
      ]),

    // Level 12
    .executableTarget(name: "reviewbot", dependencies: ["Commands"], swiftSettings: settings),
    .executableTarget(
      name: "reviewbot-dev",
      dependencies: [
        "CInterop", "CLinux", "ConfigurationFiles", "ContainedFiles", "Coverage", "Forges", "Git", "Isolation",
        "Linting", "Reporting", "ResourceLoading", "ReviewContract", "ReviewServer", "SecretMasking", "SwiftBuild",
        arguments, crypto, findings, httpTypes, ruleSources, rules, swiftSource, syntax, system,
      ],
      path: "Tools/reviewbot-dev",
      resources: [.embedInCode("Fuzzing/Corpus")],
      swiftSettings: settings),

    // For tests only
    library(
      "ReviewTesting",
      [
        "CInterop", "CLinux", "ConfigurationFiles", "CurlTransport", "HTMLTemplates", "Isolation", "JobQueue",
        "KeyedStore", "ResourceLoading", "ReviewContract", "WorkerProtocol", crypto, cryptoExtras, findings, httpTypes,
        seededTesting, system,
      ], path: "Tests/Support/ReviewTesting"),
    .executableTarget(
      name: "many-machines",
      dependencies: [
        "CInterop", "CommandSupport", "Commands", "Isolation", "JobQueue", "PostgresStore", "ReviewContract",
        "ReviewServer", "ReviewTesting", "ServerCommands", arguments, findings, system,
      ],
      path: "Tests/Support/many-machines",
      swiftSettings: settings),
    .target(
      name: "OpenPullRequests", dependencies: ["ResourceLoading", httpTypes], path: "\(example)/Sources",
      packageAccess: false),
    .testTarget(
      name: "OpenPullRequestsTests", dependencies: ["OpenPullRequests", "ResourceLoading"], path: "\(example)/Tests",
      resources: [.copy("OpenPullRequestsTests/Responses")], packageAccess: false),

    tests(
      "SwiftBuild", ["CInterop", "ContainedFiles", "Isolation", "ReviewContract", "ReviewTesting", findings, system],
      resources: [.copy("Fixtures")]),
    tests(
      "Isolation",
      ["CInterop", "CLinux", "ContainedFiles", "NetworkAddressing", "ReviewContract", "ReviewTesting", system]),
    tests("CInterop", [system]),
    tests("ContainedFiles", ["ReviewTesting", system]),
    tests(
      "ConfigurationFiles", ["NetworkAddressing", "Observability", "ReviewContract", "ReviewTesting", findings, system]),
    tests(
      "Coverage",
      ["Isolation", "KeyedStore", "ReviewContract", "ReviewTesting", "SwiftBuild", findings, swiftSource, system]),
    tests(
      "CurlTransport",
      ["CInterop", "NetworkAddressing", "ResourceLoading", "ReviewTesting", httpTypes, system]),
    tests("DependencyMirroring", ["CInterop", "ReviewContract", "ReviewTesting", findings, system]),
    tests(
      "Forges",
      [
        "CInterop", "CurlTransport", "ResourceLoading", "ReviewContract", "ReviewServer", "ReviewTesting",
        "SecretMasking", crypto, cryptoExtras, findings, httpTypes, system,
      ]),
    tests(
      "Linting",
      [
        "ConfigurationFiles", "ContainedFiles", "Isolation", "ReviewContract", "ReviewTesting", findings, rules,
        swiftSource, system,
      ]),
    tests("Git", ["HostileText", "ReviewContract", "ReviewTesting", findings, system], resources: [.copy("Fixtures")]),
    tests("HostileText", ["ReviewTesting"]),
    tests("KeyedStore", ["CInterop", "ContainedFiles", "ReviewTesting", system]),
    tests(
      "MutationTesting", ["CInterop", "ReviewContract", "ReviewTesting", "SwiftBuild", findings, swiftSource, system]),
    tests("NetworkAddressing"),
    tests(
      "Reporting", ["HTMLTemplates", "ReviewContract", "ReviewTesting", "SecretMasking", "TestHistory", findings],
      resources: [.copy("Golden")]),
    tests("ResourceLoading", ["CInterop", "ReviewTesting", httpTypes, system]),
    tests("ReviewContract", ["ContainedFiles", "ReviewTesting", "SecretMasking", crypto, findings, system]),
    tests(
      "JobQueue",
      [
        "CInterop", "Isolation", "KeyedStore", "PostgresStore", "ReviewContract", "ReviewTesting", "SecretMasking",
        findings, grdb, system,
      ]),
    tests(
      "ReviewServer",
      [
        "CInterop", "ConfigurationFiles", "Forges", "HostileText", "JobQueue", "NetworkAddressing", "Observability",
        "PostgresStore", "ResourceLoading", "ReviewContract", "ReviewHost", "ReviewTesting", crypto, findings,
        httpTypes, logging, metrics, nio, nioEmbedded, nioHTTP, nioHTTP1, nioHTTPCodec, system,
      ]),
    tests(
      "ReviewPages",
      [
        "CInterop", "ConfigurationFiles", "CurlTransport", "Forges", "HTMLTemplates", "JobQueue", "Reporting",
        "ReviewContract", "ReviewHost", "ReviewServer", "ReviewTesting", "TestHistory", findings, httpTypes, logging,
        system,
      ]),
    tests(
      "ReviewHost",
      [
        "ConfigurationFiles", "ContainedFiles", "Forges", "Isolation", "KeyedStore", "Observability", "ReviewContract",
        "ReviewTesting", "ReviewWorker", "TestHistory", "WorkerProtocol", findings, system,
      ]),
    tests(
      "ReviewWorker",
      [
        "CInterop", "ConfigurationFiles", "ContainedFiles", "Coverage", "Linting", "ReviewContract", "ReviewHost",
        "ReviewTesting", "WorkerProtocol", findings, rules, system,
      ]),
    tests("SecretMasking"),
    tests("TestHistory", ["KeyedStore", "ReviewContract", "ReviewTesting", findings, system]),
    tests("Observability", ["CInterop", "CLinux", "ReviewTesting", "SecretMasking", logging, metrics, system]),
    tests(
      "ServerCommands",
      ["CInterop", "ConfigurationFiles", "Isolation", "Observability", "ReviewContract", logging, system]),
    tests(
      "Commands",
      [
        "CInterop", "CommandSupport", "ConfigurationFiles", "Forges", "Git", "Linting", "Observability",
        "ResourceLoading", "ReviewContract", "ReviewHost", "ReviewTesting", "ReviewWorker", findings, httpTypes, rules,
        system,
      ]),
    tests(
      "reviewbot",
      [
        "CInterop", "CommandSupport", "Commands", "ConfigurationFiles", "CurlTransport", "DependencyMirroring",
        "Isolation", "JobQueue", "KeyedStore", "Linting", "NetworkAddressing", "PostgresStore", "ResourceLoading",
        "ReviewContract", "ReviewHost", "ReviewServer", "ReviewTesting", "ServerCommands", "TestHistory",
        "WorkerProtocol", cryptoExtras, findings, httpTypes, logging, rules, system,
      ],
      // Sources of packages under review, a server of hostile packs, and responses of forges.
      exclude: ["Hostile/Attempts", "Hostile/Servers", "Sessions/Recorded"]),
    tests("reviewbot-dev", ["ReviewContract", "ReviewTesting", arguments, rules, system]),
    tests("many-machines", ["ReviewTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
