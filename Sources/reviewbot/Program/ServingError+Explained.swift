// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import ReviewServer

extension ServingError: ExplainedError {
  package var status: ExitStatus { .couldNotRun }
}
