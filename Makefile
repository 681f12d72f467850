# Earnest: every task of a working day. `make` alone lists them. Nothing needs root, but where PostgreSQL is missing and apt-get
# may be used, `make test` installs it.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.SUFFIXES:

VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
DATABASE ?= earnest.db
ARGS     ?=
PKG      ?= ./...
FUZZTIME ?= 20s

GOLANGCI_VERSION    := v2.14.0
GOVULNCHECK_VERSION := v1.8.0

TOOLS       := $(CURDIR)/bin/tools
GOLANGCI    := $(TOOLS)/golangci-lint-$(GOLANGCI_VERSION)
GOVULNCHECK := $(TOOLS)/govulncheck-$(GOVULNCHECK_VERSION)
TESTPG      := $(TOOLS)/testpg
TESTREPORT  := $(TOOLS)/testreport

# The race detector needs cgo and a C compiler.
RACE := $(shell [ "$$(go env CGO_ENABLED)" = 1 ] && command -v "$$(go env CC)" >/dev/null 2>&1 && echo -race)

.PHONY: help
help: ## list the targets
	@echo 'make TARGET [VARIABLE=value …]'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## bin/earnest, one file without C; VERSION is what `earnest version` says
	@CGO_ENABLED=0 go build -trimpath -ldflags '-s -w -X earnest/internal/cli.version=$(VERSION)' -o bin/earnest ./cmd/earnest
	@echo 'built bin/earnest $(VERSION)'

.PHONY: run
run: build ## build and serve a demo; make run DATABASE=postgres://… ARGS="--listen 127.0.0.1:9000"
	@./bin/earnest serve --demo --database '$(DATABASE)' $(ARGS)

# One report for both modules, so that its last line counts everything.
.PHONY: test
test: $(TESTPG) $(TESTREPORT) ## vet, then all tests with the race detector and a PostgreSQL of their own; PKG=./evm/... for some
	@go vet $(PKG)
	@if [ -z '$(RACE)' ]; then echo 'No cgo or no C compiler here: the tests run WITHOUT the race detector.'; fi
	@set -o pipefail; { \
		code=0; \
		$(TESTPG) -- go test -json -p 2 -timeout 20m $(RACE) $(PKG) || code=$$?; \
		if [ '$(PKG)' = ./... ]; then (cd test/compat && go test -json ./...) || code=$$?; fi; \
		exit $$code; \
	} | $(TESTREPORT)

.PHONY: lint
lint: lint-format lint-vet lint-golangci lint-vuln ## gofmt, go vet, golangci-lint, govulncheck; tools are pinned and kept in bin/tools

.PHONY: lint-format
lint-format:
	@files=$$(git ls-files --cached --others --exclude-standard -- '*.go' 2>/dev/null) \
		|| files=$$(find . -name '*.go' -not -path '*/node_modules/*'); \
	bad=$$(for file in $$files; do if [ -f "$$file" ]; then echo "$$file"; fi; done | xargs -r gofmt -l) || exit 1; \
	if [ -n "$$bad" ]; then echo 'gofmt would change:'; echo "$$bad"; exit 1; fi; \
	echo 'gofmt: clean'

.PHONY: lint-vet
lint-vet:
	@go vet ./...
	@cd test/compat && go vet ./...
	@echo 'go vet: clean'

.PHONY: lint-golangci
lint-golangci: $(GOLANGCI)
	@echo 'golangci-lint $(GOLANGCI_VERSION):'
	@$(GOLANGCI) run ./...
	@cd test/compat && $(GOLANGCI) run --config ../../.golangci.yaml ./...

# Exit code 3 means findings. A closed network cannot reach the database of known vulnerabilities: that is said, and is no
# failure of the code.
.PHONY: lint-vuln
lint-vuln: $(GOVULNCHECK)
	@code=0; out=$$($(GOVULNCHECK) ./... 2>&1) || code=$$?; \
	if [ $$code -ne 0 ] && [ $$code -ne 3 ] && grep -q 'fetching vulnerabilities' <<<"$$out"; then \
		echo "govulncheck DID NOT RUN: its database cannot be reached from here ($${out##*: })"; \
	elif [ $$code -ne 0 ]; then \
		echo "$$out"; exit $$code; \
	else \
		echo 'govulncheck: no known vulnerability is reachable'; \
	fi

.PHONY: bench
bench: ## the benchmarks of test/bench; ARGS are theirs
	@go run ./test/bench $(ARGS)

.PHONY: fuzz
fuzz: ## each fuzz test for FUZZTIME (20s)
	@set -eo pipefail; \
	found=$$(grep -rEo --include='*_test.go' --exclude-dir=node_modules '^func Fuzz[A-Za-z0-9_]*' . | sed 's/:func / /' || true); \
	if [ -z "$$found" ]; then echo 'There is no fuzz test.'; fi; \
	while read -r file name; do \
		[ -n "$$name" ] || continue; \
		go test -run '^$$' -fuzz "^$$name\$$" -fuzztime '$(FUZZTIME)' "$${file%/*}" </dev/null; \
	done <<<"$$found"

.PHONY: web
web: ## the dashboard's bundle, from web/ (needs Node)
	@if [ ! -f web/package.json ]; then \
		echo 'There is no web app to build yet: web/package.json does not exist.'; \
	elif ! command -v npm >/dev/null; then \
		echo 'The web app was NOT built: npm is missing, install Node.js.'; exit 1; \
	else \
		cd web && npm ci && npm run build; \
	fi

.PHONY: clean
clean: ## remove bin/ with the tools, and fuzz finds in the cache; databases stay
	@rm -rf bin
	@go clean -fuzzcache

.PHONY: FORCE
$(TESTPG): FORCE
	@go build -o $@ ./internal/testpg/run

$(TESTREPORT): FORCE
	@go build -o $@ ./internal/testreport

$(GOLANGCI):
	@echo 'installing golangci-lint $(GOLANGCI_VERSION), once'
	@GOBIN='$(TOOLS)' CGO_ENABLED=0 go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@mv '$(TOOLS)/golangci-lint' '$@'

$(GOVULNCHECK):
	@echo 'installing govulncheck $(GOVULNCHECK_VERSION), once'
	@GOBIN='$(TOOLS)' CGO_ENABLED=0 go install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)
	@mv '$(TOOLS)/govulncheck' '$@'
