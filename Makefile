# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors

.PHONY: help demo test thorough check build release dist distcheck profile fuzz soak bench lint page golden screenshots format generate clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Review a sample pull request as on GitHub: no network, no token, no service
	@.ci/steps install demo

test: ## Run the tests, except those that take long
	@.ci/steps install install_test_tools build_tests run_all_tests

thorough: ## Run all tests, as CI does
	@.ci/steps install install_test_tools build_tests run_thorough_tests

check: ## Run the checks of CI besides the tests: format, rules, layers, sizes, generated files
	@.ci/steps install build_tests check_format check_lint check_layers check_sizes check_generated check_benchmarks check_examples \
	  check_manifests check_documentation profile_data

build: ## Build for debugging: .build/debug/reviewbot
	@.ci/steps install build

release: ## Build for production: .build/release/reviewbot
	@.ci/steps install build_release

dist: ## Build what a release publishes, in dist: archive, Debian package, wheel, bill of materials, checksums
	@.ci/steps install install_dist dist

distcheck: ## Install what `make dist` built in clean systems, and run it and the GitHub Action there; requires root and debootstrap
	@.ci/steps dist_check dist_action

profile: ## Record for the optimizer of a release which parts of the rules run most; a quarter of an hour
	@.ci/steps install
	Packaging/profile/record

fuzz: ## Fuzz every parser of untrusted data, one minute each
	@.ci/steps install build_dev fuzz_long

soak: ## Run the long suites completely: crashes, permutations, histories, payloads, hostile packages, many machines; two hours on two cores
	@.ci/steps install build_tests soak many_machines without_postgresql library_interface

bench: ## Compare the performance with other programs; fails if a threshold is exceeded
	@.ci/steps install install_dist bench

page: ## Check the HTML report in Chromium: accessibility, requests, errors
	@.ci/steps install build check_page

golden: ## Record the expected output of the report renderers; review the difference
	@.ci/steps install build_tests golden

screenshots: ## Update the pictures of the documentation; requires Chromium
	@.ci/steps install build build_tests screenshots

lint: ## Run reviewbot's own rules on the sources, as CI does
	@.ci/steps install build check_lint

format: ## Format the sources
	@.ci/steps format

generate: ## Update the generated files
	@.ci/steps install generate

clean: ## Remove the build folders
	rm -rf .build Lint/.build
