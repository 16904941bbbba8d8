# The goals of an application in a package of its own. The Makefile that includes this file sets the application's name,
# APP := music-box, and PRODUCT := MusicBox if that is the name of the product in Package.swift.

CARILLON := $(dir $(lastword $(MAKEFILE_LIST)))..
ARGS :=
# Carillon's own build folder, so that all applications and Carillon's tests share one compiled Carillon. A package that depends
# on a version of Carillon by its URL sets SHARED := beforehand, and builds in its own folder.
SHARED ?= --scratch-path $(CARILLON)/.build
.PHONY: help run test libraries

help: ## lists the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: libraries ## runs the application, on the detected board or on a simulated one; ARGS="..." are its arguments
	@swift run $(SHARED) $(or $(PRODUCT),$(APP)) $(ARGS)

test: libraries ## runs the tests on the bench
	@swift test $(SHARED) --disable-xctest

libraries:
	@$(MAKE) --no-print-directory -C $(CARILLON) libraries

include $(CARILLON)/Tools/package/package.mk
