// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import PackageDescription

let package = Package(
  name: "OpenPullRequests",
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(name: "reviewbot", path: "../..", traits: []),
  ],
  targets: [
    .target(
      name: "OpenPullRequests",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "ResourceLoading", package: "reviewbot"),
      ]),
    .testTarget(
      name: "OpenPullRequestsTests", dependencies: ["OpenPullRequests"], resources: [.copy("Responses")]),
  ]
)
