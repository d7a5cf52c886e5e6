// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import PackageDescription

let package = Package(
  name: "Shapes",
  targets: [
    .target(name: "Shapes"),
    .testTarget(name: "ShapesTests", dependencies: ["Shapes"]),
  ]
)
