// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#ifndef REVIEWBOT_CPOSTGRES_SHIM_H
#define REVIEWBOT_CPOSTGRES_SHIM_H

#include <postgresql/libpq-fe.h>

#endif
