// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ReviewHost

extension SandboxChoice: ExpressibleByArgument {}
