// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

/// How the code under review is kept apart from the machine.
enum SandboxChoice: String, ExpressibleByArgument, CaseIterable {
  /// What comes from another repository is refused as long as there is no sandbox to run it in.
  case auto
  /// The caller says that running it here is right: one's own machine, or a job that ends with its machine.
  case none
}
