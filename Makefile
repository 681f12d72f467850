# The everyday tasks of developing Earnest; `make` without a target lists them. Nothing needs root, but if PostgreSQL or Chromium
# is missing, `make test` installs it, provided that it runs as root and has apt-get. Node is needed only for the dashboard:
# without it, the dashboard's tests are skipped with a message, or fail if CI is set.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.SUFFIXES:

VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
DATABASE ?= earnest.db
ARGS     ?=
PKG      ?= ./... earnest/client
FUZZTIME ?= 20s

GOLANGCI_VERSION    := v2.14.0
GOVULNCHECK_VERSION := v1.8.0

TOOLS       := $(CURDIR)/bin/tools
GOLANGCI    := $(TOOLS)/golangci-lint-$(GOLANGCI_VERSION)
GOVULNCHECK := $(TOOLS)/govulncheck-$(GOVULNCHECK_VERSION)
TESTPG      := $(TOOLS)/testpg
TESTREPORT  := $(TOOLS)/testreport

# The dashboard's bundle is rebuilt when one of its sources is newer. Folders count as sources, so that a removed file is noticed.
NPM         := $(shell command -v npm 2>/dev/null)
WEB_SOURCES := $(shell find web/src web/public 2>/dev/null) web/index.html web/tsconfig.json web/vite.config.ts
WEB_READY   := web/node_modules/.installed
LINT_READY  := test/tools/node_modules/.installed
TOOLS_READY := test/tools/clients/node_modules/.installed
BUNDLE      := $(if $(NPM),web/dist/index.html,no-bundle)

# The race detector needs cgo and a C compiler. Everything else is compiled with the same settings, so that the product, its tests and the
# linters share the build cache.
ifndef RACE
export RACE := $(shell [ "$$(go env CGO_ENABLED)" = 1 ] && command -v "$$(go env CC)" >/dev/null 2>&1 && echo -race)
endif
export CGO_ENABLED := 0
export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS)) -trimpath

.PHONY: help
help: ## list the targets
	@echo 'make TARGET [VARIABLE=value …]'
	@echo
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Most Go packages are compiled while the dashboard is being built. Only those that embed the bundle have to wait for it.
.PHONY: build
build: ## build bin/earnest, a single file without cgo that includes the dashboard; `earnest version` prints VERSION
	@$(MAKE) --no-print-directory -j 2 $(BUNDLE) compiled
	@go build -ldflags '-s -w -X earnest/internal/cli.version=$(VERSION)' -o bin/earnest ./cmd/earnest
	@echo 'built bin/earnest $(VERSION)'

.PHONY: compiled
compiled:
	@go build $$(go list -deps ./cmd/earnest | grep -vE '^earnest/(cmd/earnest|internal/cli|web)$$')

.PHONY: run
run: build ## build and serve a demo; make run DATABASE=postgres://… ARGS="--listen 127.0.0.1:9000"
	@./bin/earnest serve --demo --database '$(DATABASE)' $(ARGS)

# Every part runs even if another fails, so that a single run reports everything. The last lines show how long each part took. The fault tests mostly
# wait, so other tests run at the same time, and the output of the fault tests is printed afterwards. The load tests and the browser tests have the
# machine to themselves. test/guides, which is part of test-plain, compiles TypeScript with a package that test-unit installs.
WHOLE  := $(filter ./...,$(PKG))
BESIDE := test-race $(if $(WHOLE),test-compat test-unit) test-plain
ALONE  := test-load $(if $(WHOLE),test-e2e)
.PHONY: test
test: $(TESTPG) $(TESTREPORT) ## run all tests, with the race detector and a private PostgreSQL; PKG=./evm/... runs only some of the Go tests
	@out=$$(mktemp -d); trap 'rm -rf "$$out"' EXIT; \
	lane() { \
		for part; do \
			start=$$SECONDS; outcome=passed; \
			$(MAKE) --no-print-directory $$part || { outcome=FAILED; touch "$$out/failed"; }; \
			printf '== %-12s %s after %d s\n' $$part $$outcome $$((SECONDS - start)) >>"$$out/summary"; \
		done; \
	}; \
	lane test-faults >"$$out/faults" 2>&1 & \
	lane $(BESIDE); wait; cat "$$out/faults"; lane $(ALONE); \
	echo; cat "$$out/summary"; [ ! -e "$$out/failed" ]

# The race detector is used for every package except these. Either nothing in them runs concurrently, or they run the product as a separate process, or,
# in the case of app and the two fronts, the concurrent code is in the packages below them; a test of the server calls both fronts concurrently.
# `make soak` uses the detector for these three as well. The detector skips SQLite's code, which does its own locking and would be ten times slower.
PLAIN := /(evm|web|internal/(accept|apitest|apiv1|apiv1/openapi|app|arch|cli|dash|dash/typegen|demo|domain|files/preview|htmlsafe|input|report|secrecy|sheet|typed|workspace)|test/(bench|cli|guides|scale))$$
RACED := $(if $(RACE),-race '-gcflags=modernc.org/...=-race=false')

# The FAULTS tests wait more than they compute, so several run at the same time. The LOAD tests measure how long the product
# takes, so they run alone.
FAULTS := /test/(faults|limits|rig|security)$$
LOAD   := /test/load$$

# go_test tests the packages in PKG that grep selects with the first argument. The second argument contains the flags for go test.
define go_test
@set -o pipefail; all=$$(go list $(PKG)) || exit; packages=$$(grep -E $(1) <<<"$$all"); \
[ -z "$$packages" ] || $(TESTPG) -- go test -json -vet=off -timeout 40m $(2) $$packages | $(TESTREPORT)
endef

.PHONY: test-race
test-race: $(TESTPG) $(TESTREPORT)
	@if [ -z '$(RACE)' ]; then echo 'No cgo or no C compiler here: the tests run WITHOUT the race detector.'; fi
	$(call go_test,-v '$(PLAIN)|$(FAULTS)|$(LOAD)',-p 2 $(RACED))
test-race: export CGO_ENABLED := $(if $(RACE),1,0)

.PHONY: test-plain
test-plain: $(TESTPG) $(TESTREPORT) readers
	$(call go_test,'$(PLAIN)',-p 2)

.PHONY: test-faults
test-faults: $(TESTPG) $(TESTREPORT) breakers
	$(call go_test,'$(FAULTS)',-p 1 -parallel 4)

.PHONY: test-load
test-load: $(TESTPG) $(TESTREPORT)
	$(call go_test,'$(LOAD)',-p 1)

.PHONY: test-compat
test-compat: $(TESTREPORT)
	@set -o pipefail; cd test/compat && go test -json -vet=off ./... | $(TESTREPORT)

# breakers installs the programs from Debian that the fault tests use to break things, and readers those that run the examples in the guides of
# /docs. Tests that need a missing program are skipped with a message; those of the guides fail if CI is set.
.PHONY: breakers readers
breakers: PROGRAMS := haproxy strace
readers: PROGRAMS := curl jq python3
breakers readers:
	@for program in $(PROGRAMS); do \
		if ! command -v $$program >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing Debian's $$program, once"; \
			{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$program; } >/dev/null 2>&1 || true; \
		fi; \
	done

.PHONY: soak
soak: $(TESTPG) breakers ## run the long forms of all tests that have one, which take hours; ARGS="-run Kill" runs only some (docs/reliability.md)
	@failed=0; export EARNEST_SOAK=1; \
	$(TESTPG) -- go test -v -p 1 -timeout 24h $(ARGS) ./evm/... ./internal/money ./internal/secrecy ./test/faults ./test/limits ./test/load ./test/security || failed=1; \
	$(if $(RACE),CGO_ENABLED=1) $(TESTPG) -- go test -timeout 3h $(ARGS) $(RACED) ./internal/apiv1 ./internal/app ./internal/dash || failed=1; \
	if [ '$(if $(ARGS),some)' ]; then echo 'NOT RUN: the browser tests, because ARGS is set.'; else $(MAKE) --no-print-directory test-e2e || failed=1; fi; \
	exit $$failed

.PHONY: test-unit
ifdef NPM
test-unit: $(WEB_READY)
	@cd web && npx vitest run --reporter=dot
else
test-unit:
	@echo 'NOT RUN: the unit tests of the dashboard. npm is missing: install Node.js 20.19 or later.'; [ -z "$$CI" ]
endif

# test-e2e tests the real binary in a real browser, on SQLite and on PostgreSQL. ARGS selects the specs to run. With EARNEST_E2E_ENGINE=postgres,
# all of them run on PostgreSQL, which takes longer and needs psql. Chromium's headless shell is preferred, because the tests need about 30 %
# less CPU time in it than in the whole browser.
.PHONY: test-e2e
ifdef NPM
test-e2e: build $(TESTPG) ## test the dashboard in Chromium against bin/earnest; ARGS=board runs only some tests
	@browser() { if [ "$$CHROMIUM" ]; then command -v "$$CHROMIUM"; else command -v chromium-headless-shell || command -v chromium; fi; }; \
	install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$$1"; }; \
	if ! browser >/dev/null && [ -z "$$CHROMIUM" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Debian's Chromium, once"; \
		{ apt-get update; install chromium-headless-shell || install chromium; } >/dev/null 2>&1; \
	fi; \
	if ! CHROMIUM=$$(browser); then \
		echo 'NOT RUN: the end-to-end tests. Chromium is missing: install it, or name one with CHROMIUM=/path.'; [ -z "$$CI" ]; \
	else \
		cd web && CHROMIUM="$$CHROMIUM" EARNEST_BIN='$(CURDIR)/bin/earnest' $(TESTPG) -- npx playwright test $(ARGS); \
	fi
else
test-e2e:
	@echo 'NOT RUN: the end-to-end tests. npm is missing: install Node.js 20.19 or later.'; [ -z "$$CI" ]
endif

# test-tools needs a network and some minutes, so it is not part of `make test`; lint-api is the part of it that takes seconds.
.PHONY: test-tools
ifdef NPM
test-tools: build $(LINT_READY) $(TOOLS_READY) ## generate API clients with other people's tools and let them call bin/earnest; ARGS=Portman runs only one
	@cd test/tools/clients && EARNEST_BIN='$(CURDIR)/bin/earnest' node run.mjs $(ARGS)
else
test-tools:
	@echo 'NOT RUN: the tools for the API document. npm is missing: install Node.js 20.19 or later.'; [ -z "$$CI" ]
endif

.PHONY: pictures
pictures: ## write the README's screenshots of the dashboard to docs/images
	@SCREENS='$(CURDIR)/docs/images' $(MAKE) --no-print-directory test-e2e ARGS=gallery.spec

.PHONY: lint
lint: lint-format lint-golangci lint-vuln lint-web lint-api ## run gofmt, golangci-lint (which includes go vet), govulncheck, tsc, biome and the linters of the API document, all in pinned versions

.PHONY: lint-format
lint-format:
	@files=$$(git ls-files --cached --others --exclude-standard -- '*.go' 2>/dev/null) \
		|| files=$$(find . -name '*.go' -not -path '*/node_modules/*'); \
	bad=$$(for file in $$files; do if [ -f "$$file" ]; then echo "$$file"; fi; done | xargs -r gofmt -l) || exit 1; \
	if [ -n "$$bad" ]; then echo 'gofmt would change:'; echo "$$bad"; exit 1; fi; \
	echo 'gofmt: clean'

.PHONY: lint-golangci
lint-golangci: $(GOLANGCI)
	@echo 'golangci-lint $(GOLANGCI_VERSION):'
	@$(GOLANGCI) run ./...
	@cd client && $(GOLANGCI) run --config ../.golangci.yaml ./...
	@cd test/compat && $(GOLANGCI) run --config ../../.golangci.yaml ./...

# Exit code 3 means that vulnerabilities were found. If the database of known vulnerabilities cannot be reached, a message is
# printed, but the target does not fail.
.PHONY: lint-vuln
lint-vuln: $(GOVULNCHECK)
	@code=0; out=$$($(GOVULNCHECK) ./... earnest/client 2>&1 && cd test/compat && $(GOVULNCHECK) ./... 2>&1) || code=$$?; \
	if [ $$code -ne 0 ] && [ $$code -ne 3 ] && grep -q 'fetching vulnerabilities' <<<"$$out"; then \
		echo "govulncheck DID NOT RUN: its database cannot be reached from here ($${out##*: })"; \
	elif [ $$code -ne 0 ]; then \
		echo "$$out"; exit $$code; \
	else \
		echo 'govulncheck: no known vulnerability is reachable'; \
	fi

.PHONY: bench
bench: ## run the benchmarks in test/bench with the flags in ARGS; ARGS="-scale -engine postgres" measures a large organisation (docs/scale.md)
	@go run ./test/bench $(ARGS)

.PHONY: fuzz
fuzz: ## run each fuzz test for FUZZTIME (20s by default)
	@set -eo pipefail; \
	found=$$(grep -rEo --include='*_test.go' --exclude-dir=node_modules '^func Fuzz[A-Za-z0-9_]*' . | sed 's/:func / /' || true); \
	if [ -z "$$found" ]; then echo 'There is no fuzz test.'; fi; \
	while read -r file name; do \
		[ -n "$$name" ] || continue; \
		(cd "$${file%/*}" && go test -run '^$$' -fuzz "^$$name\$$" -fuzztime '$(FUZZTIME)' . </dev/null); \
	done <<<"$$found"

.PHONY: lint-web
ifdef NPM
lint-web: $(WEB_READY)
	@cd web && npx tsc && echo 'tsc: clean'
	@cd web && npx biome check --error-on-warnings --log-level=error && echo 'biome: clean'
else
lint-web:
	@echo 'NOT RUN: tsc and biome. npm is missing: install Node.js 20.19 or later.'; [ -z "$$CI" ]
endif

.PHONY: lint-api
ifdef NPM
lint-api: $(LINT_READY)
	@cd test/tools && node lint.mjs ../../docs/api/openapi.json
else
lint-api:
	@echo 'NOT RUN: Redocly, Spectral and openapi-typescript. npm is missing: install Node.js 20.19 or later.'; [ -z "$$CI" ]
endif

.PHONY: web
web: $(BUNDLE) ## build the dashboard's bundle from web/ (needs Node), if its sources have changed
	@[ -n '$(NPM)' ]

.PHONY: no-bundle
no-bundle:
	@echo 'The dashboard was NOT built: npm is missing, install Node.js 20.19 or later. The API runs all the same.'

$(WEB_READY) $(LINT_READY) $(TOOLS_READY): %/node_modules/.installed: %/package.json %/package-lock.json
	@echo 'installing the packages of $*'
	@cd $* && npm ci --loglevel=error
	@touch $@

web/dist/index.html: $(WEB_READY) $(WEB_SOURCES)
	@cd web && npx vite build --logLevel warn
	@echo 'built the dashboard'

.PHONY: clean
clean: ## remove bin/ with the tools, the dashboard's bundle and packages, and the fuzz cache; databases are kept
	@rm -rf bin web/node_modules web/test-results test/tools/node_modules test/tools/gen test/tools/clients/node_modules test/tools/clients/gen \
		test/tools/clients/tmp test/tools/oapi/api
	@find web/dist -mindepth 1 ! -name .keep -delete
	@go clean -fuzzcache

.PHONY: FORCE
$(TESTPG): FORCE
	@go build -o $@ ./internal/testpg/run

$(TESTREPORT): FORCE
	@go build -o $@ ./internal/testreport

$(GOLANGCI):
	@echo 'installing golangci-lint $(GOLANGCI_VERSION), once'
	@GOBIN='$(TOOLS)' go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@mv '$(TOOLS)/golangci-lint' '$@'

$(GOVULNCHECK):
	@echo 'installing govulncheck $(GOVULNCHECK_VERSION), once'
	@GOBIN='$(TOOLS)' go install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)
	@mv '$(TOOLS)/govulncheck' '$@'
