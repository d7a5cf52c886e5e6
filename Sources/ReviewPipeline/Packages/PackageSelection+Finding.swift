// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SystemPackage

extension PackageSelection {
  /// The folders of the packages in a checkout, from its root: those that are chosen, or those that are found.
  package func folders(in root: FilePath, excluding excluded: [Glob]) -> [String] {
    switch self {
    case .folders(let chosen): chosen
    case .auto: PackageFinder(root: root, excluded: excluded).find().folders
    }
  }
}
