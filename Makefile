# The commands that a person needs. 'make run' and 'make test' install what is missing.

BUILD = swift build --no-color-diagnostics --explicit-target-dependency-import-check error
RELEASE = $(BUILD) -c release --static-swift-stdlib --product odobar
PREFIX ?= /usr/local
TIME ?= 60
MINUTES ?= 10

.PHONY: run build release test steady live sheets bench bench-feeds fuzz soak lint format setup setup-test setup-clients
.PHONY: install clean

## Builds, and shows the bar of the shipped config with this machine's own numbers.
run: setup
	@test -x .build/release/odobar || echo 'building: the first time takes two minutes or so' >&2
	@$(RELEASE) >&2
	@exec .build/release/odobar preview -c config.yaml

build: setup
	$(BUILD)

## One binary that needs no Swift libraries where it runs.
release: setup
	$(RELEASE)
	strip -o .build/odobar .build/release/odobar

## Sets up and runs all tests; those in real bars where the bars are installed ('make live' does that).
test: setup-test
	$(BUILD) --build-tests
	Tests/run
	Tests/Clients/live --installed
	Tests/Clients/wrapped --installed
	Tests/Clients/steady --installed --font 'DejaVu Sans Mono' --scene roll --scene stepper

## Plays animations in real bars and terminals, and fails when anything moves that should not.
steady: setup-clients
	$(BUILD) --product odobar
	Tests/Clients/steady

## Runs odobar in real bars, alone and around other generators: clicks, hiding, restarts, sudden deaths.
live: setup-clients
	$(BUILD) --product odobar
	Tests/Clients/live
	Tests/Clients/wrapped

## The same as 'steady', with contact sheets of the animations in .build/sheets.
sheets: setup-clients
	$(BUILD) --product odobar
	Tests/Clients/steady --sheets .build/sheets

## Measures what a frame costs beside others that do the same work; takes a few minutes.
bench: setup-clients release
	Benchmarks/bench

## Measures many feeds behind one engine, and what they survive; takes a quarter of an hour.
bench-feeds: release
	Benchmarks/feeds

## Gives each reader of bytes random inputs for TIME seconds; 'COVERAGE=1 TARGETS=config' has libFuzzer
## look for them.
fuzz: setup
	@TIME=$(TIME) COVERAGE=$(COVERAGE) Tests/Fuzz/run $(TARGETS)

## Runs fifty sources of every bad kind for MINUTES, and fails if anything grows.
soak: release
	Benchmarks/soak --minutes $(MINUTES)

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	@if command -v shellcheck >/dev/null; then \
	shellcheck -s sh $$(grep -l '^#!/bin/sh' plugins/*) packaging/setup odobar.tmux Tests/Fuzz/run; \
	else echo 'lint: shellcheck is not installed: plugins were not checked' >&2; fi
	@if command -v pyflakes3 >/dev/null; then \
	pyflakes3 $$(grep -l '^#!.*python3' plugins/* docs/examples/*) Tests/Fixtures/*/*.py; \
	else echo 'lint: pyflakes3 is not installed: plugins in Python were not checked' >&2; fi

format:
	swift format format --in-place --parallel --recursive Package.swift Sources Tests

setup:
	@packaging/setup build

setup-test:
	@packaging/setup test

setup-clients:
	@packaging/setup clients

install: release
	install -Dm755 .build/odobar $(DESTDIR)$(PREFIX)/bin/odobar
	install -Dm644 config.yaml $(DESTDIR)$(PREFIX)/share/odobar/config.yaml
	install -Dm755 odobar.tmux $(DESTDIR)$(PREFIX)/share/odobar/odobar.tmux
	install -d $(DESTDIR)$(PREFIX)/lib/odobar/plugins
	install -m755 plugins/* $(DESTDIR)$(PREFIX)/lib/odobar/plugins

clean:
	swift package clean
