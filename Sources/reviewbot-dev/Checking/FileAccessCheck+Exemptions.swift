// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension FileAccessCheck {
  /// Directories hold what never comes near a checkout that code ran in; where some of it does, files are named one by one.
  static let reviewbot = FileAccessCheck(
    exemptions: [
      Exemption(path: "Sources/ReviewCore/Containment/", reason: "is the one way"),
      Exemption(path: "Sources/ReviewTesting/", reason: "is for tests only"),
      Exemption(path: "Sources/reviewbot-dev/", reason: "works on this repository"),

      Exemption(path: "Sources/BuildAndTest/Caching/CacheLock.swift", reason: "locks in reviewbot's own home"),
      Exemption(path: "Sources/BuildAndTest/Environment/GuestEnvironment.swift", reason: "certificates of the caller"),
      Exemption(path: "Sources/BuildAndTest/Results/RunningTests.swift", reason: "/proc, of its own descendants"),
      Exemption(path: "Sources/BuildAndTest/Toolchain/", reason: "the caller's toolchain"),
      Exemption(path: "Sources/ChildProcess/", reason: "/proc, and programs and files that callers name"),
      Exemption(
        path: "Sources/ConfigurationFiles/Server/Secrets/OperatorFile.swift", reason: "secrets of the operator"),
      Exemption(
        path: "Sources/CoverageAnalysis/Reports/ReportPaths.swift",
        reason: "resolves folders that reports of the caller name, and opens nothing"),
      Exemption(path: "Sources/CoverageAnalysis/ResolvedFolder.swift", reason: "resolves the checkout's own path"),
      Exemption(path: "Sources/CurlTransport/", reason: "bodies to send, of the caller"),
      Exemption(path: "Sources/DependencyProxy/", reason: "its socket, beside the results"),
      Exemption(path: "Sources/GitWorkspace/Addresses/CloneAddress.swift", reason: "repositories of the caller"),
      Exemption(
        path: "Sources/GitWorkspace/Library/Folders.swift", reason: "mirrors, and checkouts that no code ran in yet"),
      Exemption(path: "Sources/GitWorkspace/Mirrors/", reason: "mirrors, which no sandbox can write to"),
      Exemption(path: "Sources/ResourceLoading/", reason: "a library of its own, of files that its user names"),
      Exemption(path: "Sources/ReviewDaemon/", reason: "the control socket in the daemon's state"),
      Exemption(path: "Sources/ReviewStore/", reason: "the queue in the daemon's state"),
      Exemption(path: "Sources/Sandboxing/", reason: "the system, and its own scratch directory outside the sandbox"),
      Exemption(path: "Sources/Telemetry/", reason: "/proc/self"),

      Exemption(path: "Sources/reviewbot/Checking/CheckRun.swift", reason: "the directory of runs"),
      Exemption(path: "Sources/reviewbot/Checking/ReportOutput.swift", reason: "where the caller wants the report"),
      Exemption(path: "Sources/reviewbot/Doctor/", reason: "the machine"),
      Exemption(path: "Sources/reviewbot/Jobs/", reason: "the daemon's state"),
      Exemption(path: "Sources/reviewbot/Linting/", reason: "names that the caller wrote"),
      Exemption(path: "Sources/reviewbot/Measuring/", reason: "names that the caller wrote"),
      Exemption(path: "Sources/reviewbot/Program/", reason: "reviewbot's own home, and files of the caller"),
      Exemption(path: "Sources/reviewbot/Reviewing/ConfigurationSource.swift", reason: "the caller's --config"),
      Exemption(path: "Sources/reviewbot/Reviewing/GuestGitConfiguration.swift", reason: "mirrors of the operator"),
      Exemption(
        path: "Sources/reviewbot/Reviewing/ReviewGround.swift",
        reason: "makes the run's own directories, before any code runs"),
      Exemption(path: "Sources/reviewbot/Sandboxes/LimitTrial.swift", reason: "makes the trial's own directories"),
      Exemption(path: "Sources/reviewbot/Sandboxes/ProbeChild.swift", reason: "makes the probe's own directory"),
      Exemption(
        path: "Sources/reviewbot/Sandboxes/ProbeMemory.swift", reason: "the kernel's settings, and its own programs"),
      Exemption(path: "Sources/reviewbot/Serving/", reason: "the daemon's state, and the directory of runs"),
      Exemption(path: "Sources/reviewbot/Targets/", reason: "names that the caller and CI wrote"),
    ])
}
