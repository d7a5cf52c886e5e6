# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# What the scripts of this folder share. The scripts read it with `source`.
# shellcheck shell=bash disable=SC2034
packaging=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(dirname "$packaging")

# The architecture, as uname and Debian call it.
machine=$(uname -m)
case $machine in
x86_64) architecture=amd64 ;;
aarch64) architecture=arm64 ;;
*)
  echo "cannot package for $machine: the packages are for x86_64 and aarch64; build reviewbot for this machine with make release" >&2
  exit 1
  ;;
esac

fail() {
  echo "$1" >&2
  exit 1
}

# The time of all files of a release, so that the same commit gives the same bytes.
source_date() {
  if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
    echo "$SOURCE_DATE_EPOCH"
  else
    git -C "$repository" log -1 --format=%ct 2>/dev/null \
      || fail "cannot date the files: this folder is not a git repository; set SOURCE_DATE_EPOCH to seconds since 1970"
  fi
}

# The level of compression, 1 to 9. CI packs faster, for archives that nobody downloads.
level=${REVIEWBOT_DIST_LEVEL:-9}

# Packs a folder under another name: FOLDER NAME FILE. With two threads xz splits the data in the same way on all machines.
pack() {
  tar --create --directory "$1" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(source_date)" --format=gnu \
    --transform="s,^\.,$2,S" . | xz "-${level}e" --threads=2 >"$3.partial"
  mv "$3.partial" "$3"
}
