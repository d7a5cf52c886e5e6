// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import ResourceLoading
package import ReviewContract
package import SystemPackage

/// A `report.json`, which code under review may have written.
package struct ReportResource: FileResource, DataResource {
  package typealias Model = Report
  package let path: FilePath

  package init(path: FilePath) { self.path = path }

  package func model(from data: Data) throws -> Report { try ReportFile.decode(data) }
}

extension DiskService {
  /// The service for reports.
  ///
  /// - Parameter reader: see ``DiskService/init(maximumBytes:reader:)``.
  package static func reports(reader: Reader? = nil) -> DiskService {
    DiskService(maximumBytes: ReportFile.maximumBytes, reader: reader)
  }
}

extension LoadingError {
  /// Why a file cannot be used, without quoting more of it than the decoder's reason.
  package var fileReason: String {
    if case .unreadable(let file) = self { file.reason } else { description }
  }
}
