// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import PackageDescription

// The measured declarations have `package` access, which does not extend to another package. Therefore this package
// builds the targets again from the same files, to which `Sources` has symbolic links.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let syntax: Target.Dependency = .product(name: "SwiftSyntax", package: "swift-syntax")
let parser: Target.Dependency = .product(name: "SwiftParser", package: "swift-syntax")
let findings: Target.Dependency = .product(name: "Findings", package: "Lint")
let swiftSource: Target.Dependency = .product(name: "SwiftSource", package: "Lint")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let hummingbird: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let router: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let postgres: Target.Dependency = .target(name: "CPostgres", condition: .when(traits: ["PostgreSQL"]))

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "Benchmarks",
  traits: [.trait(name: "PostgreSQL", description: "The queue in PostgreSQL is measured. Needs libpq and its header.")],
  dependencies: [
    .package(path: "../Lint"),
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
    .target(name: "CCurl", dependencies: ["CLinux"]),
    .systemLibrary(name: "CGit2", pkgConfig: "libgit2", providers: [.apt(["libgit2-dev"])]),
    .target(name: "CPostgres", dependencies: ["CLinux"]),
    .target(name: "CLinux"),
    library("CInterop", [system]),
    library("HostileText"),
    library("NetworkAddressing"),
    library("SecretMasking"),
    library("Observability", ["CInterop", "HostileText", "SecretMasking", logging, metrics]),
    library("ResourceLoading", ["CInterop", "KeyedStore", "SecretMasking", crypto, httpTypes, system]),
    library("ContainedFiles", ["CInterop", "CLinux", system]),
    library("KeyedStore", ["CInterop", "ContainedFiles", crypto, system]),
    library("TestHistory", ["KeyedStore", "ReviewContract", crypto, findings, system]),
    library("HTMLTemplates", ["HostileText", mustache]),
    library(
      "ReviewContract",
      ["CInterop", "ContainedFiles", "HostileText", "KeyedStore", "SecretMasking", crypto, findings, system]),
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
    library("PostgresStore", ["CInterop", "JobQueue", "ReviewContract", "SecretMasking", findings, postgres, system]),
    .target(
      name: "Reporting",
      dependencies: ["HTMLTemplates", "HostileText", "ReviewContract", "TestHistory", findings, crypto, system],
      resources: [.embedInCode("Page/Assets"), .embedInCode("Page/Templates")],
      swiftSettings: settings),
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
        swiftSource,
        syntax, system,
      ]),
    library("WorkerProtocol", ["CInterop", "ConfigurationFiles", "Isolation", "ReviewContract", system]),
    library(
      "ReviewHost",
      [
        "CInterop", "ConfigurationFiles", "ContainedFiles", "CurlTransport", "DependencyMirroring", "Forges", "Git",
        "HostileText", "Isolation", "KeyedStore", "Observability", "ResourceLoading", "ReviewContract",
        "SecretMasking", "TestHistory", "WorkerProtocol", findings, system,
      ]),
    library(
      "ReviewServer",
      [
        "CInterop", "ConfigurationFiles", "Forges", "HostileText", "JobQueue", "KeyedStore", "NetworkAddressing",
        "Observability",
        "ResourceLoading", "ReviewContract", "ReviewHost", "TestHistory", crypto, findings, httpTypes, hummingbird,
        logging, metrics,
        nio, nioHTTP, nioPosix, system,
      ]),
    .target(
      name: "ReviewPages",
      dependencies: [
        "CInterop", "CLinux", "ConfigurationFiles", "Forges", "HTMLTemplates", "HostileText", "JobQueue",
        "KeyedStore", "Observability", "Reporting", "ResourceLoading", "ReviewContract", "ReviewHost", "ReviewServer",
        "TestHistory", crypto, findings, httpTypes, hummingbird, logging, metrics, nio, router, system,
      ],
      resources: [.embedInCode("Assets"), .embedInCode("Templates")],
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CInterop", "ConfigurationFiles", "Coverage", "CurlTransport", "Git", "JobQueue", "PostgresStore", "Reporting",
        "ResourceLoading", "ReviewContract", "ReviewHost", "ReviewPages", findings,
        "ReviewServer", "TestHistory", crypto, grdb, httpTypes, logging, system,
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
