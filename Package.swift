// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import PackageDescription

// Levels: a target imports lower levels only; `BuiltInRules` on `RuleKit` is the one exception.
// `reviewbot-dev check-layers` proves it.
//
//   4  reviewbot  reviewbot-dev
//   3  ReviewPipeline
//   2  GitWorkspace  BuildAndTest  CoverageAnalysis  RuleKit <- BuiltInRules  Reporting  Forges  CurlTransport
//      Configuration
//   1  ReviewCore  ResourceLoading  AssemblyKit  CInterop  ChildProcess  SwiftSource
//   0  CGit2  CCurl  CLinux
//   -  ReviewTesting  RuleTesting (tests only)

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let syntax: Target.Dependency = .product(name: "SwiftSyntax", package: "swift-syntax")
let parser: Target.Dependency = .product(name: "SwiftParser", package: "swift-syntax")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

func library(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(_ subject: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .testTarget(
    name: "\(subject)Tests",
    dependencies: [.target(name: subject)] + dependencies,
    resources: resources,
    swiftSettings: settings)
}

let package = Package(
  name: "reviewbot",
  products: [
    .executable(name: "reviewbot", targets: ["reviewbot"]),
    .library(name: "ResourceLoading", targets: ["ResourceLoading"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // Level 0: C libraries; module maps and shims, no logic.
    .systemLibrary(name: "CGit2", pkgConfig: "libgit2", providers: [.apt(["libgit2-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CLinux"),

    // Level 1
    library("AssemblyKit"),
    library("CInterop"),
    library("ChildProcess", ["CLinux", subprocess, system]),
    library("ReviewCore", ["CLinux", crypto, system]),
    library("ResourceLoading", [httpTypes, system]),
    library("SwiftSource", [syntax, parser]),

    // Level 2
    library("CurlTransport", ["CCurl", "CInterop", "AssemblyKit", "ResourceLoading", httpTypes]),
    library("GitWorkspace", ["CGit2", "CInterop", "AssemblyKit", "ReviewCore", system]),
    library("BuildAndTest", ["AssemblyKit", "ChildProcess", "ReviewCore", system]),
    library("CoverageAnalysis", ["AssemblyKit", "ChildProcess", "ReviewCore", "SwiftSource", system]),
    library("RuleKit", ["AssemblyKit", "ReviewCore", "SwiftSource", syntax]),
    library("BuiltInRules", ["AssemblyKit", "ReviewCore", "RuleKit", "SwiftSource", syntax]),
    library("Reporting", ["AssemblyKit", "ReviewCore", system]),
    library("Forges", ["AssemblyKit", "ResourceLoading", "ReviewCore", httpTypes]),
    library("Configuration", ["AssemblyKit", "ReviewCore", yams, crypto]),

    // Level 3
    library("ReviewPipeline", ["AssemblyKit", "ReviewCore", system]),

    // Level 4
    .executableTarget(
      name: "reviewbot",
      dependencies: [
        "AssemblyKit", "BuildAndTest", "BuiltInRules", "ChildProcess", "Configuration", "CoverageAnalysis",
        "CLinux", "CurlTransport", "Forges", "GitWorkspace", "Reporting", "ResourceLoading", "ReviewCore",
        "ReviewPipeline", "RuleKit", arguments, system,
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "reviewbot-dev",
      dependencies: ["BuiltInRules", "ChildProcess", "Configuration", "ReviewCore", "RuleKit", arguments, system],
      swiftSettings: settings),

    // For tests only
    library("ReviewTesting", ["ReviewCore", "ResourceLoading", httpTypes, system]),
    library("RuleTesting", ["ReviewCore", "RuleKit", "SwiftSource"]),

    tests("AssemblyKit"),
    tests("BuildAndTest", ["ChildProcess", "ReviewCore", "ReviewTesting", system]),
    tests("BuiltInRules", ["ReviewCore", "RuleKit", "RuleTesting"]),
    tests("ChildProcess", ["ReviewTesting", system]),
    tests("CInterop"),
    tests("Configuration", ["ReviewCore", "ReviewTesting"]),
    tests("CoverageAnalysis", ["ReviewCore", "ReviewTesting", system]),
    tests("CurlTransport", ["ResourceLoading", "ReviewTesting", httpTypes]),
    tests("Forges", ["ResourceLoading", "ReviewCore", "ReviewTesting", httpTypes]),
    tests("GitWorkspace", ["ReviewCore", "ReviewTesting", system]),
    tests("Reporting", ["ReviewCore", "ReviewTesting"]),
    tests("ResourceLoading", ["ReviewTesting", httpTypes, system]),
    tests("ReviewCore", ["ReviewTesting", system]),
    tests("ReviewPipeline", ["ReviewCore", "ReviewTesting", system]),
    tests("RuleKit", ["ReviewCore", "ReviewTesting", "RuleTesting", "SwiftSource", system]),
    tests("SwiftSource"),
    tests("reviewbot", ["ReviewCore", "ReviewTesting", system]),
    tests("reviewbot-dev", ["ReviewTesting", system]),
  ],
  swiftLanguageModes: [.v6]
)
