// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// What the build of a release records in the program. Other builds have the empty texts of this target.

#ifndef REVIEWBOT_CBUILD_H
#define REVIEWBOT_CBUILD_H

/// Returns the commit of the sources.
const char *reviewbot_build_commit(void);

/// Returns the names and versions of the libraries that are linked statically, separated by commas.
const char *reviewbot_build_linked(void);

#endif
