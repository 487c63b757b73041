# The front door. `make` prints every target with its own line of help.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
CARGO ?= cargo

.PHONY: help
help: ## Print this help
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

.PHONY: setup
setup: $(VENV)/.dev ## Make the virtual environment with the package and every tool of its development
$(VENV)/.ready: pyproject.toml Cargo.toml Cargo.lock $(shell find rust python protos -name '*.rs' -o -name 'Cargo.toml' -o -name '*.proto' -o -name 'py.typed')
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo 'Building the engines into $(VENV): some minutes the first time.'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[service]'
	touch $@
$(VENV)/.dev: pyproject.toml | $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	touch $@

.PHONY: serve
serve: $(VENV)/.ready ## Start the validation service on loopback and show one real check going through it
	$(BIN)/spielwerk serve --show-check

ADDRESS ?= localhost:50051
.PHONY: examples
examples: export PATH := $(abspath $(BIN)):$(PATH)
examples: setup ## Build the clients in TypeScript and Go, and let them ask the server at ADDRESS: that of `make serve`
	cd examples/typescript && npm ci && npm run generate && npm run build && node build/check.js $(ADDRESS)
	cd examples/go && go generate && go run . $(ADDRESS)

.PHONY: test
test: test-rust test-python ## Run all tests

.PHONY: test-rust
test-rust: ## Run the Rust tests and doc tests
	$(CARGO) test --workspace --exclude spielwerk-python

.PHONY: test-python
test-python: setup ## Run the Python tests, doc tests and the tests through a running server
	$(BIN)/python -m pytest

OLDEST := $(VENV)-oldest/bin/python
.PHONY: oldest
oldest: ## Run the tests of the service with the oldest dependencies that it allows
	test -x $(OLDEST) || $(PYTHON) -m venv $(VENV)-oldest
	$(OLDEST) -m pip install --quiet --disable-pip-version-check -c tests/oldest.txt -e '.[service,telemetry]' \
		opentelemetry-sdk cryptography hypothesis pytest pytest-benchmark pytest-timeout
	$(OLDEST) -m pytest tests/service tests/wire/test_bad_requests.py --ignore tests/service/test_strangers.py

.PHONY: fmt
fmt: setup ## Format all code
	$(CARGO) fmt
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	"$$($(BIN)/go env GOROOT)/bin/gofmt" -w examples/go/main.go
	$(BIN)/python scripts/stubs.py

.PHONY: protos
protos: ## Generate python/spielwerk/_pb from protos/
	$(PYTHON) scripts/generate_protos.py

.PHONY: pinned
pinned: setup ## Pin the bytes on the wire anew, after a change that is meant
	$(BIN)/python scripts/pin_wire.py

.PHONY: lint
lint: setup protos ## Run every check that needs no test: fmt, clippy, docs, ruff, mypy, stubtest, gofmt, buf, generated files
	$(CARGO) fmt --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --exclude spielwerk-python --no-deps
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python scripts/stubs.py --check
	$(BIN)/stubtest spielwerk._native
	"$$($(BIN)/go env GOROOT)/bin/gofmt" -d examples/go/main.go
	$(BIN)/buf lint
	$(BIN)/buf breaking --against protos/released.binpb
	git diff --exit-code -- python/spielwerk/_pb
	test -z "$$(git status --porcelain -- python/spielwerk/_pb)"

.PHONY: bench
bench: setup ## Run all benches; each prints rates and ratios. Quiet machines give better figures
	$(CARGO) bench -p spielwerk -p spielwerk-search -p spielwerk-wire
	$(BIN)/python -m pytest benches/python/bench_facade.py --benchmark-only --benchmark-timer=time.process_time -s
	$(BIN)/python benches/python/bench_openspiel.py
	$(BIN)/python benches/python/bench_pettingzoo.py
	$(BIN)/python benches/python/bench_grpc.py
	$(BIN)/python benches/python/bench_native.py

.PHONY: check
check: test lint ## Everything that the gate runs
