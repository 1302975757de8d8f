# SPDX-License-Identifier: Apache-2.0
# `make help` lists the targets. Everything is a script in dev/, so that it can be run and read without make.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help tools build test demo cluster cluster-down image fmt clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

tools: ## JDK, Maven, the cluster's binaries and images, Redis engines and API servers for the tests (10 to 20 min the first time)
	@dev/tools

build: ## compile, unit tests, tests on real Redis servers and API servers, chart tests
	@dev/tools java
	mvn -B -ntp verify

test: ## everything: build, generated files, chart, cluster, image, end-to-end tests, demo; prints the time of each stage
	@dev/test

demo: ## from nothing to an enforced rate limit on a real cluster
	@dev/demo

cluster: ## start the development cluster (eval "$$(dev/cluster/cluster env)" for kubectl and helm)
	@dev/cluster/cluster up

cluster-down: ## stop it and remove what it left
	@dev/cluster/cluster down

image: ## the operator's image as a tar; BASE=image reference or tar:///path of a Java 17+ runtime
	@dev/image $(if $(BASE),"$(BASE)")

fmt: ## format the Java sources
	mvn -B -ntp -q spotless:apply

clean: ## remove what the build made (not the cache of tools)
	rm -rf operator/*/target target
