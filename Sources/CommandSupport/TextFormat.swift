// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

/// The output format of commands that print text for a terminal, or JSON.
package enum TextFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
