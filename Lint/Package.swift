// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import PackageDescription

// The rules: a package that builds, tests and checks itself without the rest of reviewbot. Levels, as in ../Package.swift:
//
//   4  lint-dev  (Tools)
//   3  Rules
//   3  RuleSources  (Tools)
//   2  SwiftSource
//   1  Findings
//   0  CSourceSupport
//   -  RuleTesting  SeededTesting  (Tests/Support)

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let syntax: Target.Dependency = .product(name: "SwiftSyntax", package: "swift-syntax")
let diagnostics: Target.Dependency = .product(name: "SwiftDiagnostics", package: "swift-syntax")
let parserDiagnostics: Target.Dependency = .product(name: "SwiftParserDiagnostics", package: "swift-syntax")
let parser: Target.Dependency = .product(name: "SwiftParser", package: "swift-syntax")

let package = Package(
  name: "Lint",
  products: [
    .library(name: "Findings", targets: ["Findings"]),
    .library(name: "SwiftSource", targets: ["SwiftSource"]),
    .library(name: "Rules", targets: ["Rules"]),
    .library(name: "RuleSources", targets: ["RuleSources"]),
    .library(name: "SeededTesting", targets: ["SeededTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .target(name: "CSourceSupport"),
    .target(name: "Findings", dependencies: ["CSourceSupport", system], swiftSettings: settings),
    .target(name: "SwiftSource", dependencies: ["CSourceSupport", parser, syntax], swiftSettings: settings),
    .target(
      name: "Rules",
      dependencies: ["Findings", "SwiftSource", diagnostics, parserDiagnostics, syntax, system],
      swiftSettings: settings,
      // Foundation's ICU, whose regular expressions count their steps.
      linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]),

    .target(
      name: "RuleSources", dependencies: ["SwiftSource", syntax], path: "Tools/RuleSources", swiftSettings: settings),
    .executableTarget(
      name: "lint-dev", dependencies: ["Findings", "RuleSources", "Rules", "SwiftSource", arguments],
      path: "Tools/lint-dev", swiftSettings: settings),

    // For tests only
    .target(
      name: "RuleTesting", dependencies: ["Findings", "Rules", "SwiftSource", system],
      path: "Tests/Support/RuleTesting", swiftSettings: settings),
    .target(name: "SeededTesting", path: "Tests/Support/SeededTesting", swiftSettings: settings),

    .testTarget(name: "FindingsTests", dependencies: ["Findings", "SeededTesting"], swiftSettings: settings),
    .testTarget(name: "SwiftSourceTests", dependencies: ["SeededTesting", "SwiftSource"], swiftSettings: settings),
    .testTarget(
      name: "RulesTests", dependencies: ["Findings", "RuleTesting", "Rules", "SeededTesting", "SwiftSource", system],
      swiftSettings: settings),
    .testTarget(
      name: "RuleSourcesTests", dependencies: ["RuleSources", "RuleTesting", system], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
