# The commands for development. `make help` lists them.
#
#     make run ARGS="--sound file:heard.wav"      passes arguments to the program
#     make check LANE=kernel FILTER=pressLights   runs a lane of tests, only those with a matching name

SHELL := /bin/bash
# On a Mac, which nobody has tried, only the tests that need no hardware can run.
MAC := $(filter Darwin,$(shell uname))
.PHONY: help run test check lint docs benchmark install release sdk swift libraries broker voice browser references mac \
        $(shell sed -n 's/^\(check-[a-z0-9-]*\):.*/\1/p' Makefile)

ARGS :=
FILTER :=
GOALS :=
CUTS :=
BOOTS :=
APP := counter
# The folder that `make install` installs the tool to.
PREFIX := $(HOME)/.local

# The libraries: their names in pkg-config, and in Debian and Ubuntu. Programs load most of them only when they need them.
LIBRARIES := alsa libcurl libgpiod libmicrohttpd libmosquitto libmpg123 libsystemd sndfile soxr yaml-0.1
PACKAGES := libasound2-dev libcurl4-openssl-dev libgpiod-dev libmicrohttpd-dev libmosquitto-dev libmpg123-dev libsndfile1-dev \
    libsoxr-dev libsystemd-dev libyaml-dev pkg-config
# The linker that the compiler calls. It needs libstdc++, which Debian's package of the compiler does not depend on; without
# it, clang prints the mere name.
CLANG = $(dir $(realpath $(shell command -v swift)))clang
COUNTER := .build/release/counter
# The counter to run: a board takes the one that is installed on boards, other computers the one that the tests build.
RUN := $(if $(wildcard /sys/firmware/devicetree/base/model),$(COUNTER),.build/debug/counter)
# The player for the kernel tests of sound.
PROBE := .build/release/AudioProbe
# The real-time queue for the tests of its ticks.
METER := .build/release/TickMeter
# Links the Swift runtime statically if the toolchain allows it. The counter then takes 15 MB of memory instead of 18.
STATIC = $(if $(wildcard $(dir $(realpath $(shell command -v swift)))../lib/swift_static/linux/libswiftCore.a),--static-swift-stdlib)
# Builds the tests and what they run, without the other programs; and starts those in a build folder, as `swift test` does, which
# runs only once at a time.
BUILD_TESTS := swift build --product carillonPackageTests
TESTS = $(1)/debug/carillonPackageTests.xctest --testing-library swift-testing
# The suites of what has threads, pointers or C, for the sanitizers, and of what another processor can make different: C, layouts in
# memory and samples.
PROCESSOR := CarillonAudioTests CarillonGPIOTests CarillonRealTimeTests CarillonRecorderTests CarillonSchedulingTests LinuxGPIOTests \
    LinuxSoundTests MobiusCoreTests
SYSTEM := $(PROCESSOR) CarillonApplianceTests CarillonMQTTTests CarillonMemoryTests CarillonPageTests CarillonSessionTests \
    CounterProgramTests FluxerTests FluxusTests MobiusExtrasTests NetworkAudioTests
# These goals build more than the package: the examples and their tests, or all tests; see Package.swift.
run test check-without-hardware check-page check-fleet check-update: export CARILLON_SUITES := examples
check-kernel check-kernel-debian13 check-soak check-replays: export CARILLON_SUITES := all
check-sanitize: export CARILLON_SUITES := $(SYSTEM)

help: ## lists the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(if $(MAC),mac,libraries $(RUN)) ## runs the counter, on the detected board or on a simulated one; ARGS="..." are its arguments
	@$(RUN) $(ARGS)

test: libraries broker voice ## runs all tests that need no hardware
	@TIMEFORMAT='Built in %0R s.'; time $(BUILD_TESTS) >&2
	@TIMEFORMAT='Tested in %0R s.'; time $(if $(MAC),swift test --skip-build --disable-xctest,Tools/run-tests --newest $(call TESTS,.build))

check: ## runs the lanes of tests in LANE="kernel page", or lists the lanes; FILTER=... picks tests
	@$(if $(LANE),$(MAKE) --no-print-directory $(addprefix check-,$(LANE)),\
	    awk -F ':.*#[|] ' '/^check-[a-z0-9-]+:.*#[|] / { printf "make check LANE=%-16s %s\n", substr($$1, 7), $$2 }' Makefile)

check-%:
	@echo 'no lane "$*"; make check lists the lanes' >&2; exit 2

check-kernel: libraries $(COUNTER) $(PROBE) #| tests the counter on a real kernel, in a virtual machine; FILTER=... picks tests
	@swift build --build-tests >&2
	@TIMEFORMAT='Tested on a real kernel in %0R s.'; time Tools/run-tests Tests/VirtualMachine/run-tests host '$(FILTER)'

check-real-time: libraries $(METER) #| compares the queue's ticks with cyclictest's on Debian 13's PREEMPT and PREEMPT_RT kernels, in a virtual machine
	@TIMEFORMAT='Tested on two kernels in %0R s.'; time Tests/VirtualMachine/test-ticks $(METER)

check-soak: libraries $(COUNTER) $(PROBE) #| presses and faults, and then music, for MINUTES of the virtual machine's time each (20)
	@swift build --build-tests >&2
	@for name in Doorbell ButtonLight; do swift build -c release --package-path Examples --product $$name >&2; done
	@TIMEFORMAT='Soaked in %0R s.'; time CARILLON_SOAK=$$(( $(or $(MINUTES),20) * 60 )) \
	    Tests/VirtualMachine/run-tests host SoakTests

# Without leak detection: Swift refers to the data of weak references by a shifted pointer, which is not found as a pointer.
check-sanitize: libraries broker voice #| runs the tests of what has threads, pointers or C under ThreadSanitizer, then under AddressSanitizer
	@$(BUILD_TESTS) --sanitize=thread --scratch-path .build/thread >&2
	@TIMEFORMAT='Tested under ThreadSanitizer in %0R s.'; time \
	    Tools/run-tests --apart $(call TESTS,.build/thread)
	@$(BUILD_TESTS) --sanitize=address --scratch-path .build/address >&2
	@TIMEFORMAT='Tested under AddressSanitizer in %0R s.'; time ASAN_OPTIONS=detect_leaks=0 \
	    CARILLON_THOROUGH=1 CARILLON_FUZZED_REQUESTS=100000 \
	    Tools/run-tests --apart $(call TESTS,.build/address)

check-without-hardware: #| runs the tests that need only Swift's libraries, in a Debian 13 without others
	@TIMEFORMAT='Tested without hardware in %0R s.'; time Tools/run-tests Tools/debian13/test-bare '$(FILTER)'

check-debian13: #| runs `test` with Debian 13's Swift and libraries for amd64, and the tests of what the processor can make different for arm64
	@TIMEFORMAT='Tested on Debian 13 for amd64 in %0R s.'; time CARILLON_SUITES=all Tools/debian13/test amd64 '$(FILTER)'
	@TIMEFORMAT='Tested on Debian 13 for arm64 in %0R s.'; time CARILLON_SUITES='$(PROCESSOR)' Tools/debian13/test arm64 '$(FILTER)'

check-kernel-debian13: #| runs `kernel` with Debian 13's Swift and libraries, as on a board
	@Tools/debian13/build amd64 counter .build/debian13-amd64/shipped/counter
	@Tools/debian13/build amd64 AudioProbe .build/debian13-amd64/shipped/AudioProbe
	@Tools/debian13/swift amd64 build --build-tests >&2
	@TIMEFORMAT='Tested on a real kernel in %0R s.'; time Tools/run-tests Tests/VirtualMachine/run-tests debian13 '$(FILTER)'

check-package: libraries broker voice #| tests the packages for arm64, in roots with only their dependencies; follows the pages as a user
	@Tests/Package/test-package

check-deploy: libraries broker #| tests the package in a container with systemd, over ssh: install, update, roll back, run, remove
	@swift build --product carillon >&2
	@Tests/Package/test-deploy

check-update: libraries broker #| updates a box from a signed repository, in a container with systemd: stages, what does not run, what is refused
	@swift build --product FleetProbe >&2 && swift build --product carillon >&2
	@TIMEFORMAT='Tested updates in %0R s.'; time Tests/Package/test-update

check-pi: #| deploys the counter to an emulated Raspberry Pi 3B, and looks at its lines and its sound
	@TIMEFORMAT='Tested on an emulated Raspberry Pi in %0R s.'; time Tests/RaspberryPi/test-pi

check-power-cuts: libraries #| switches the emulated board off, CUTS=50 times, and boots BOOTS of the cards (all)
	@swift build --product carillon >&2
	@TIMEFORMAT='Tested power cuts in %0R s.'; time Tests/RaspberryPi/test-power-cuts '$(CUTS)' '$(BOOTS)'

check-update-cuts: #| switches the emulated board off, CUTS=20 times, while it updates itself, and boots BOOTS of the cards (all)
	@TIMEFORMAT='Tested power cuts of updates in %0R s.'; time Tests/RaspberryPi/test-update-cuts '$(CUTS)' '$(BOOTS)'

check-tutorial: libraries #| follows the tutorial in an empty folder: builds, runs and tests its code
	@Tools/docs/try-tutorial

check-page: libraries browser #| tests the page in headless Chromium; FILTER=CounterPage.test_a_click... picks tests
	@for name in counter PageProbe HallLight; do swift build --product $$name >&2 || exit 1; done
	@TIMEFORMAT='Tested the page in %0R s.'; time python3 Tests/Page/test_page.py $(FILTER)

check-fleet: libraries broker #| tests a box and 1000 boxes with a real Home Assistant; FILTER=Commands.test_a_light... picks tests
	@swift build --product FleetProbe >&2 && swift build --product FleetMeter >&2
	@TIMEFORMAT='Tested the fleet in %0R s.'; time timeout --kill-after=60 3600 python3 Tests/Fleet/test_fleet.py $(FILTER)
	@[ -n '$(FILTER)' ] || swift build --build-tests >&2
	@[ -n '$(FILTER)' ] || CARILLON_KILLS=6 swift test --skip-build --disable-xctest --filter KilledBrokerTests

install: libraries ## installs the tool `carillon` for this user, or for all with PREFIX=/usr/local; this folder has to stay
	@swift build --product carillon >&2 </dev/null
	@Tools/install "$(PREFIX)"

docs: libraries ## makes the documentation site, in .build/docs; an unresolved link is an error
	@TIMEFORMAT='Documented in %0R s.'; time Tools/docs/make-site .build/docs

release: ## checks that this commit can be released, and makes its files in .build/release; GOALS="lint test" checks only these
	@Tools/release $(GOALS)

sdk: # makes Debian 13's compiler and the SDK for arm64, as boards need it; once
	@Tools/debian13/sdk

include Tools/package/package.mk

# After a crash, the file is in the folder that the first line names. Files that exceed the memory limit are there, too, and
# cause an error.
check-replays: libraries #| records and replays 1000 sessions of the counter and all examples, and 1000 with tasks and sounds
	@swift build --build-tests >&2
	@TIMEFORMAT='Replayed 1000 sessions of the counter and the examples in %0R s.'; time SESSIONS=40 Tools/run-tests \
	    swift test --skip-build --disable-xctest --filter ReplayTests
	@swift build -c release --product ReplayProbe >&2
	@.build/release/ReplayProbe sessions 1000
	@.build/release/ReplayProbe cost
	@.build/release/ReplayProbe hours 10

check-fuzz: libraries #| loads and plays a hundred thousand damaged sound files, 20,000 lists of tracks, and 5,000 hostile streams; shows, replays and exports 20,000 hostile sessions
	@swift build --product SoundFuzz --sanitize=address --scratch-path .build/address >&2
	@TIMEFORMAT='Played under AddressSanitizer in %0R s.'; time ASAN_OPTIONS=detect_leaks=0 \
	    .build/address/debug/SoundFuzz 20000 2>/dev/null
	@swift build -c release --product SoundFuzz --sanitize=address --scratch-path .build/address >&2
	@TIMEFORMAT='Played lists under AddressSanitizer in %0R s.'; time ASAN_OPTIONS=detect_leaks=0 \
	    .build/address/release/SoundFuzz lists 20000 2>/dev/null
	@swift build --product StreamProbe --sanitize=address --scratch-path .build/address >&2
	@TIMEFORMAT='Streamed under AddressSanitizer in %0R s.'; time ASAN_OPTIONS=detect_leaks=0 \
	    .build/address/debug/StreamProbe fuzz 5000 2>/dev/null
	@swift build -c release --product SoundFuzz >&2
	@TIMEFORMAT='Loaded in %0R s.'; time .build/release/SoundFuzz 100000 2>/dev/null
	@swift build --build-tests >&2
	@TIMEFORMAT='Showed, replayed and exported 20,000 sessions in %0R s.'; time CARILLON_THOROUGH=1 Tools/run-tests \
	    swift test --skip-build --disable-xctest --filter SessionFuzzTests

lint: swift ## checks the style of the Swift sources, their comments and imports; the links, the facts and the commands of the pages
	Tools/lint-arrows . Examples
	Tools/docs/lint-comments Sources Tests Examples $(wildcard Benchmarks)
	Tools/docs/lint-links
	Tools/docs/lint-facts
	Tools/docs/try-commands --check
	Tools/docs/page-screenshots --check
	@same=$$(git ls-files | awk -F/ '{ path = ""; for (i = 1; i <= NF; i++) print path = path "/" $$i }' | sort -u | sort -f | uniq -Di); \
	    [ -z "$$same" ] || { echo "a Mac's disk takes these paths for one, because only case tells them apart:" $$same >&2; exit 1; }
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples $(wildcard Benchmarks)

# Installs all first, because the build takes minutes. Only the rows of the page need a browser.
benchmark: libraries broker voice references $(if $(filter-out page%,$(ARGS)),,browser) ## measures the cost of the hot paths; ARGS=--quick takes under 3 minutes, ARGS=NAME picks rows, ARGS=--waiting times builds and tests
	swift build -c release --package-path Benchmarks
	swift run -c release --package-path Benchmarks --skip-build benchmarks $(ARGS)

$(COUNTER): Package.swift $(shell find Sources) | libraries
	@swift build -c release --product counter $(STATIC) >&2 </dev/null
	@touch $@

.build/debug/counter: Package.swift $(shell find Sources) | libraries
	@swift build --product counter >&2 </dev/null
	@touch $@

$(PROBE): Package.swift $(shell find Sources Tests/Probes/AudioProbe) | libraries
	@swift build -c release --product AudioProbe $(STATIC) >&2 </dev/null
	@touch $@

$(METER): Package.swift $(shell find Sources/C/CSystem Sources/System/CarillonRealTime Sources/System/CarillonScheduling Tests/Probes/TickMeter) | libraries
	@swift build -c release --product TickMeter $(STATIC) >&2 </dev/null
	@touch $@

mac:
	@echo 'a Mac only tests, because it has no GPIO and no ALSA: make test' >&2; exit 1

libraries: swift
ifndef MAC
	@pkg-config --exists $(LIBRARIES) 2>/dev/null || Tools/require-packages $(PACKAGES)
	@! $(CLANG) -print-file-name=libstdc++.so 2>/dev/null | grep -qx libstdc++.so || Tools/require-packages g++
endif

browser:
	@command -v chromium-headless-shell chromium google-chrome >/dev/null || Tools/require-packages chromium

# The broker of the fleet's tests, and what makes its certificates. Afterwards `swift test` finds it, too.
broker: libraries
	@$(if $(MAC),,command -v openssl >/dev/null || Tools/require-packages openssl)
	@$(if $(MAC),,Tools/mosquitto)

# The voice of boxes that speak. Without it, its tests are skipped.
voice:
	@$(if $(MAC),,command -v espeak-ng >/dev/null || Tools/require-packages espeak-ng)

# The programs that the benchmark compares with, and its load.
references:
	@for name in aplay stress-ng python3; do command -v $$name; done | wc -l | grep -qx 3 || \
	    Tools/require-packages alsa-utils stress-ng python3
	@python3 -c 'import gpiozero' 2>/dev/null || Tools/require-packages python3-gpiozero
	@command -v cyclictest >/dev/null || Tools/require-packages rt-tests

swift:
	@command -v swift >/dev/null || { \
	    echo 'swift is not on the PATH; install Swift 6.0 or later from https://swift.org/install' >&2; exit 1; }
