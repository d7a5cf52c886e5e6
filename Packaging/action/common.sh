# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# What the scripts of the action share. The scripts read it with `source`.
# shellcheck shell=bash

# Ends with one sentence, which GitHub also shows on the page of the run.
fail() {
  local text=${1//'%'/%25}
  text=${text//$'\r'/%0D}
  printf '::error title=reviewbot::%s\n' "${text//$'\n'/%0A}"
  exit "${2:-2}"
}

# Sets an output of the step: NAME VALUE. A random delimiter ends the value, so that no value can set another output.
output() {
  local delimiter
  delimiter=reviewbot-$(random)
  printf '%s<<%s\n%s\n%s\n' "$1" "$delimiter" "$2" "$delimiter" >>"$GITHUB_OUTPUT"
}

random() {
  od -A n -N 16 -t x1 /dev/urandom | tr -d ' \n'
}

enter_working_directory() {
  cd -P -- "$GITHUB_WORKSPACE/$INPUT_WORKING_DIRECTORY" 2>/dev/null \
    || fail "cannot run in the folder \"$INPUT_WORKING_DIRECTORY\": it does not exist in the workspace; correct the input working-directory, or check out the repository before this step"
}
