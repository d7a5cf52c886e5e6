// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

/// Where the package is.
struct RootOption: ParsableArguments {
  @Option(help: "The folder with Package.swift.")
  var root = "."
}
