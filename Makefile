# The commands people type. `make help` lists them.
#
#     make run ARGS="--sound file:heard.wav"      arguments for the program
#     make test-kernel FILTER=aPressIsLit         only the tests whose name matches

SHELL := /bin/bash
.PHONY: help run test test-kernel test-sanitize test-without-hardware sdk lint benchmark swift libraries

ARGS :=
FILTER :=

# What the package is linked with: by the names of pkg-config, and by those of Debian and Ubuntu.
LIBRARIES := alsa libgpiod libsystemd sndfile soxr yaml-0.1
PACKAGES := libasound2-dev libgpiod-dev libsndfile1-dev libsoxr-dev libsystemd-dev libyaml-dev pkg-config
COUNTER := .build/release/counter
# With the Swift runtime inside, where the toolchain has it so, the counter takes 11 MB of memory instead of 16.
STATIC = $(if $(wildcard $(dir $(realpath $(shell command -v swift)))../lib/swift_static/linux/libswiftCore.a),--static-swift-stdlib)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

run: libraries $(COUNTER) ## the example, on the board it finds or on a simulated one; ARGS="..." are its arguments
	@$(COUNTER) $(ARGS)

test: libraries ## all tests that need no hardware
	@TIMEFORMAT='Built in %0R s.'; time swift build --build-tests >&2
	@TIMEFORMAT='Tested in %0R s.'; time swift test --skip-build --disable-xctest

test-kernel: libraries $(COUNTER) ## the counter on a real kernel, in a virtual machine; FILTER=... picks tests
	@swift build --build-tests >&2
	@TIMEFORMAT='Tested on a real kernel in %0R s.'; time Tests/Kernel/run-tests '$(FILTER)'

# Without looking for leaks: Swift keeps what a weak reference needs behind a shifted pointer, which looks like none.
test-sanitize: libraries ## all tests under ThreadSanitizer, then under AddressSanitizer
	swift test --disable-xctest --sanitize=thread --scratch-path .build/thread
	ASAN_OPTIONS=detect_leaks=0 swift test --disable-xctest --sanitize=address --scratch-path .build/address

test-without-hardware: ## the tests that take no library but Swift's, on a Debian 13 that has no other
	@TIMEFORMAT='Tested without hardware in %0R s.'; time Tools/debian13/test-bare '$(FILTER)'

sdk: ## Debian 13's compiler and the SDK for arm64, which is what boards run; made once
	@Tools/debian13/sdk

lint: swift ## the house style of the Swift sources
	swift format lint --strict --recursive --parallel Package.swift Sources Tests $(wildcard Benchmarks)

benchmark: libraries ## measures what the hot paths cost
	swift build -c release --package-path Benchmarks
	swift run -c release --package-path Benchmarks --skip-build benchmarks $(ARGS)

$(COUNTER): Package.swift $(shell find Sources) | libraries
	@swift build -c release --product counter $(STATIC) >&2 </dev/null
	@touch $@

libraries: swift
	@pkg-config --exists $(LIBRARIES) 2>/dev/null || Tools/require-packages $(PACKAGES)

swift:
	@command -v swift >/dev/null || { \
	    echo 'There is no swift on the PATH: install Swift 6.0 or later, from https://swift.org/install' >&2; exit 1; }
