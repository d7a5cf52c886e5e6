# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors

.PHONY: help demo test thorough check build release fuzz soak bench lint page golden screenshots format generate clean

help: ## What there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Review a sample pull request on this machine: no network, no token, no service
	@.ci/steps install build demo

test: ## Run the tests but those that take long
	@.ci/steps install install_test_tools build_tests run_tests

thorough: ## Run all tests, as CI does
	@.ci/steps install install_test_tools build_tests run_thorough_tests

check: ## Run what CI runs besides the tests
	@.ci/steps install build_tests check_format check_lint check_layers check_file_access check_sizes check_language check_generated \
	  check_examples check_manifests

build: ## Build the program for debugging
	@.ci/steps install build

release: ## Build the program for use: .build/release/reviewbot
	@.ci/steps install build_release

fuzz: ## Give the readers of what others write mutated inputs, a minute each
	@.ci/steps install build_dev fuzz_long

soak: ## Run the long suites whole: crashes, permutations, histories, payloads, hostile packages, many machines; four hours
	@.ci/steps install build_tests soak many_machines without_postgresql

bench: ## Measure against other programs, and fail where we are slower than we promise
	@.ci/steps install bench

page: ## Check the page of a review in Chromium: accessibility, requests, errors
	@.ci/steps install build check_page

golden: ## Record what the renderers of reports write, for a look at the difference
	@.ci/steps install build_tests golden

screenshots: ## Make the pictures of the documentation again; needs Chromium
	@.ci/steps install build screenshots

lint: ## Run our own rules on the sources, as CI does
	@.ci/steps install build check_lint

format: ## Format the sources
	@.ci/steps format

generate: ## Write the generated files anew
	@.ci/steps install generate

clean: ## Remove what was built
	rm -rf .build
