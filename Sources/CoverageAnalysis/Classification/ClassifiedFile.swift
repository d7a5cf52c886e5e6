// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What a reading made of one file.
enum ClassifiedFile: Hashable, Sendable {
  case measured(ClassifiedLines)
  case unmeasured(UnmeasuredReason)
}
