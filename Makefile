# The one entry. Each target does its own set-up; scripts/setup is silent when there is nothing to do.
.DEFAULT_GOAL := help
.PHONY: help demo test test-weak-model pkg test-random bench bench-scale eval eval-pairs eval-public eval-year www fmt clean

PRETTIER = tests/node_modules/.bin/prettier --ignore-path .gitignore --ignore-path tests/.prettierignore

help: ## says what there is
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile

# A FILE given to make reaches the demo through the environment.
demo: ## remembers a stream of sentences and recalls from it, in Node; FILE=… takes yours (JSON lines, plain text, chat JSON)
	@scripts/setup demo
	@scripts/pkg
	@node tests/demo/main.mjs

test: ## everything that CI runs
	@scripts/setup test
	@node scripts/test.mjs

test-random: ## the property tests with seeds of their own and many more cases, ROUNDS times (10)
	@scripts/setup pkg
	@for round in $$(seq $${ROUNDS:-10}); do \
	  PROPTEST_CASES=20000 cargo test --quiet --lib && PROPTEST_CASES=500 cargo test --quiet --test engine || exit 1; \
	done

test-weak-model: ## the golden stream with a small language model that answers badly: what is refused, what is applied, that nothing is lost
	@scripts/setup weak-model
	@scripts/pkg
	@node tests/weak-model/main.mjs

pkg: ## builds the npm package into pkg/
	@scripts/setup pkg
	@scripts/pkg

bench: ## the library beside its peers: insert, search, recall, memory, size, in Node and Chromium; what governance adds to a write
	@scripts/setup bench
	@scripts/pkg
	@scripts/bench-index
	@node tests/bench/main.mjs
	@node tests/bench/write.mjs

bench-scale: ## what a store of 100,000 records takes: memory, opening, searching and writing, in Node, Chromium and a Durable Object
	@scripts/setup bench
	@scripts/pkg
	@scripts/contract
	@node tests/bench/scale/main.mjs

eval: ## the golden stream through the package and its peers: a table, a page of charts, what got better or worse
	@scripts/setup eval
	@scripts/pkg
	@node tests/eval/main.mjs

eval-pairs: ## labelled pairs through the package: what is wrongly dropped, found and noticed
	@scripts/setup demo
	@scripts/pkg
	@node tests/eval/pairs-main.mjs

eval-public: ## public data, where it lies beside the project: labelled pairs, and recall of LoCoMo's facts
	@scripts/setup demo
	@scripts/pkg
	@node tests/eval/public-main.mjs

eval-year: ## a year in fast motion: what is hot and cold by month, and what is found with cooling and without
	@scripts/setup demo
	@scripts/pkg
	@node tests/eval/year.mjs

www: ## serves the page on which you see what becomes of what you tell it, and prints its address
	@scripts/setup www
	@scripts/pkg
	@www/node_modules/.bin/vite build www --logLevel warn
	@www/node_modules/.bin/vite preview www

fmt: ## formats every source file
	@scripts/setup pkg
	@cargo fmt
	@$(PRETTIER) --log-level warn --write tests scripts www $(wildcard pkg-template)

clean: ## removes what was built here; downloads in the cache stay
	@rm -rf target pkg tests/.cache tests/node_modules tests/adapters/node_modules tests/bench/node_modules tests/eval/node_modules tests/eval/out tests/runtimes/node_modules tests/weak-model/node_modules www/node_modules www/dist
