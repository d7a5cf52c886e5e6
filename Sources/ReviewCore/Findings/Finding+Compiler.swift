// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension Finding {
  /// The rule of what the compiler refuses.
  package static let compilerError = "compiler_error"
  /// The rule of what the compiler warns of.
  package static let compilerWarning = "compiler_warning"

  package var isFromCompiler: Bool { rule == Self.compilerError || rule == Self.compilerWarning }

  /// Whether a rule of the configuration found it.
  package var isFromRule: Bool { !isFromCompiler && !isAboutOmittedFile }

  /// Whether readers are shown it: what the compiler says of lines outside the change is only here when the
  /// configuration asks for it, and without an omitted file all tests ran.
  package var isShown: Bool { isInChange || rule == Self.compilerWarning || isAboutOmittedFile }
}
