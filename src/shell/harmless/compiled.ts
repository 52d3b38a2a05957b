import { rule, type Rule } from './rule.ts'

const GO_BUILD =
  '-v -x -n -a -i -race -msan -asan -cover -tags= -mod= -p= -ldflags= -gcflags= -trimpath -buildvcs= -covermode= -coverpkg= -o= -buildmode= -work'
const GO_TEST = `${GO_BUILD} -run= -count= -short -timeout= -coverprofile= -bench= -benchmem -benchtime= -cpu= -parallel= -json -failfast -shuffle= -list= -skip= -vet= -fuzz= -fuzztime= -c -fullpath -update -test.v -test.run= -test.timeout= --tags= --race -ginkgo.focus= -ginkgo.v -memprofile= -cpuprofile=`

/** Files of a project that have no ending either. */
const OWN_FILES = /(?:^|\/)(?:[A-Z][\w-]*|[A-Z]?[a-z]*file|gradlew|mvnw|configure|codeowners|\.[\w-]+)$|(?:^|\/)\.git\//

/** Directories that hold what was built. */
const OUTPUT_PLACE =
  /^\/dev\/null$|^(?:\.\/)?[\w.-]+$|(?:^|\/)(?:_?bin|_?build|_?dist|_?out|_?output|tmp|target|\.build|\.bin|artifacts)\/[\w./-]*$/

/** Linker and compiler flags that only set values or switch off optimisation. */
const goFlags: NonNullable<Rule['refuses']> = (_, given) => {
  const linker = given.get('-ldflags') ?? []
  const compiler = given.get('-gcflags') ?? []
  if (
    !linker.every(
      (value) =>
        value.length < 500 && /^(?:-[sw]|-X[ =]?['"]?[\w./-]+=[\w.+ -]*['"]?|-checklinkname=0|\s)*$/.test(value),
    )
  )
    return 'hands options to the linker'
  if (!(given.get('-o') ?? []).every((value) => !value.includes('/') || OUTPUT_PLACE.test(value)))
    return 'writes over a file'
  const outputs = [
    ...(given.get('-o') ?? []),
    ...(given.get('-coverprofile') ?? []),
    ...(given.get('-memprofile') ?? []),
    ...(given.get('-cpuprofile') ?? []),
  ]
  if (
    !outputs.every(
      (value) =>
        value === '/dev/null' ||
        (/^[\w./-]*?(?:\/|^)[\w-]+(?:\.(?:out|cov|txt|exe|prof|test|bin|so|wasm))?$/.test(value) &&
          !OWN_FILES.test(value)),
    )
  )
    return 'writes over a file'
  return compiler.every((value) => /^(?:[\w./]+=)?(?:-[NlmS]|-m=\d|\s)*$/.test(value))
    ? undefined
    : 'hands options to the compiler'
}

/** Not `GOPROXY` and `GOFLAGS`, which may hold passwords. */
const GO_PLACES =
  /^(?:GOPATH|GOROOT|GOMOD|GOMODCACHE|GOCACHE|GOVERSION|GOOS|GOARCH|GOBIN|CGO_ENABLED|GOTOOLCHAIN|GOWORK)$/

const CARGO =
  '-v -vv -q -j= -p= -F= -r --verbose --quiet --release --workspace --all --all-targets --all-features --no-default-features --features= --package= --exclude= --lib --bin=? --bins --example=? --examples --test=? --tests --bench=? --benches --doc --no-run --no-fail-fast --jobs= --target= --profile= --manifest-path= --target-dir= --locked --offline --frozen --message-format= --color= --keep-going --ignore-rust-version --timings --document-private-items --no-deps'
const LIBTEST =
  '--nocapture --no-capture --show-output --test-threads= --exact --ignored --include-ignored --skip= --list --format= -q --quiet --bench --color= --report-time'

/** Compilers, builders and testers of compiled languages. */
export const COMPILED_RULES: Record<string, Rule> = {
  go: rule('', {
    subs: {
      test: rule(GO_TEST, { refuses: goFlags, single: true }),
      env: rule('-json', {
        words: 'text',
        refuses: (words) =>
          words.length > 0 && words.every((word) => GO_PLACES.test(word)) ? undefined : 'prints the environment',
      }),
      'build vet': rule(GO_BUILD, { refuses: goFlags, single: true }),
      'fmt list version doc': rule(
        '-n -x -mod= -m -json -f= -deps -test -tags= -versions -e -u -all -src -short -cmd -compiled -find',
        { single: true },
      ),
      mod: rule('', { subs: { 'verify graph why': rule('-m -v') } }),
      tool: rule('', {
        subs: {
          cover: rule('-func= -html= -mode=', {
            refuses: (_, given) => (given.has('-html') ? 'opens a browser' : undefined),
          }),
        },
      }),
    },
  }),
  'gofmt gofumpt': rule('-l -d -w -s -e -extra -lang= -modpath=', { single: true }),
  'goimports gci golines': rule('-l -d -w -e -v -local= -srcdir= -m= -s='),
  'golangci-lint': rule('-v -c= --config= --verbose --color=', {
    subs: {
      'run fmt': rule(
        '-v -c= -E= -D= -p= --config= --fix --timeout= --enable= --disable= --enable-all --disable-all --enable-only= --fast --fast-only --new --new-from-rev= --new-from-merge-base= --new-from-patch= --out-format= --output.text.path=stdout --max-issues-per-linter= --max-same-issues= --issues-exit-code= --tests=? --build-tags= --presets= --verbose --color= --no-config --concurrency= -j= --allow-parallel-runners --allow-serial-runners --modules-download-mode= --show-stats=? --path-prefix= --print-issued-lines=? --sort-results --uniq-by-line=? --default= --diff -d --exclude-use-default=? --skip-dirs= --whole-files --go=',
      ),
      'linters formatters': rule('-c= --config=', { most: 0 }),
      'version config help': rule('--format= --short -c='),
    },
  }),
  govulncheck: rule('-test -tags= -show= -mode=', { single: true }),
  'staticcheck errcheck revive gosec ineffassign misspell nilaway deadcode unparam gocyclo': rule(
    '-checks= -tests=? -go= -f= -tags= -exclude= -blank -asserts -ignoretests -config= -formatter= -set_exit_status -quiet -severity= -confidence= -fmt= -exclude-dir= -exclude-generated -error -w -test -over= -avg',
    { single: true },
  ),
  gotestsum: rule(
    '-f= --format= --format-hide-empty-pkg --packages= --rerun-fails=? --max-fails= --no-color --hide-summary= --',
    { refuses: (words, given) => (words[0] === 'tool' ? 'does what is not known' : goFlags(words, given)) },
  ),
  ginkgo: rule(
    '-r -v -p -vv --focus= --skip= --label-filter= --race --cover --randomize-all --randomize-suites --fail-fast --keep-going --nodes= --procs= --timeout= --trace --repeat= --until-it-fails --succinct --no-color --dry-run',
    {
      single: true,
      // Its other commands write files.
      refuses: ([name = '']) =>
        /^(?:bootstrap|generate|unfocus|build|watch|outline|labels|version|help)$/.test(name)
          ? 'changes files'
          : undefined,
    },
  ),
  cargo: rule('+toolchain -q -v --quiet --verbose --color= --locked --offline --frozen', {
    subs: {
      'test t bench': rule(`${CARGO} ${LIBTEST}`, { words: 'text' }),
      'build b check c doc d': rule(CARGO),
      clippy: rule(`${CARGO} --fix --allow-dirty --allow-staged --no-deps -A= -W= -D= -F=`),
      fmt: rule(
        '--all --check -p= --package= --manifest-path= --message-format= -v -q --verbose --quiet -l --files-with-diff --edition= --config=',
      ),
      nextest: rule('', {
        subs: {
          'run r list': rule(
            `${CARGO} ${LIBTEST} -E= --filter-expr= --filterset= --retries= --no-tests= --failure-output= --success-output= --status-level= --final-status-level= --partition= --run-ignored= --fail-fast --max-fail= --no-capture --test-threads= --nff --ff --hide-progress-bar --cargo-quiet --profile= -P=`,
            { words: 'text' },
          ),
        },
      }),
      tree: rule(
        '-p= -i=? -e= -d --depth= --invert=? --duplicates --edges= --features= --all-features --no-default-features --package= --workspace --prefix= --no-dedupe --format= -f= --target=',
      ),
      metadata: rule('--format-version= --no-deps --features= --all-features --manifest-path= --locked --offline', {
        most: 0,
      }),
      'deny machete audit udeps semver-checks': rule(
        '--all-features --workspace --with-metadata --manifest-path= --all-targets',
        {
          words: 'text',
          refuses: (words) =>
            words.every((word) => /^(?:check|advisories|bans|licenses|sources|list|check-release)$/.test(word))
              ? undefined
              : 'does what is not known',
        },
      ),
      'llvm-cov tarpaulin': rule(`${CARGO} --html --lcov --summary-only --no-report --skip-clean --ignore-run-fail`, {
        bare: true,
        most: 0,
        subs: { 'nextest test report': rule(`${CARGO} --html --lcov --summary-only`) },
      }),
      hack: rule('--each-feature --feature-powerset --all --workspace --skip= --no-dev-deps --depth=', {
        bare: false,
        subs: {
          'check test build clippy': rule(`${CARGO} --each-feature --feature-powerset --skip= --no-dev-deps --depth=`),
        },
      }),
      'miri insta': rule('', { subs: { 'test t nextest': rule(`${CARGO} ${LIBTEST}`, { words: 'text' }) } }),
      expand: rule(CARGO),
      xtask: rule('--all --check --fix', { words: 'task', definedIn: '.cargo/config.toml Cargo.toml' }),
      make: rule('', { words: 'tasks', definedIn: 'Makefile.toml' }),
      'version locate-project pkgid verify-project': rule('-v --verbose --workspace --message-format='),
    },
  }),
  rustfmt: rule('+toolchain --check --edition= -l -v -q --files-with-diff --color= --config= --config-path= --emit='),
  dotnet: rule('', {
    subs: {
      'test build format': rule(
        '-c= -f= -v= -r= -l= --no-restore --no-build --nologo --configuration= --framework= --verbosity= --filter= --logger= --list-tests -t --collect= --collect:= -p:= -v:= -c:= --logger:= --settings= -s= --blame --verify-no-changes --include= --exclude= --severity= --no-incremental --no-dependencies --project= --solution= -warnaserror -maxcpucount -m --tl= --diagnostics= --results-directory=',
        {
          single: true,
          bare: true,
          // Behind `--` stand settings of the test run.
          refuses: (words, given) =>
            !words.some((word) => word.includes('=')) &&
            (given.get('-p:') ?? []).every((one) =>
              /^(?:TreatWarningsAsErrors|Configuration|WarningLevel|CollectCoverage|Platform|CI|Deterministic|ContinuousIntegrationBuild)=\w+$/.test(
                one,
              ),
            )
              ? undefined
              : 'sets what is not known',
          subs: {
            'style whitespace analyzers': rule(
              '--verify-no-changes --severity= --include= --exclude= --no-restore -v=',
            ),
          },
        },
      ),
      list: rule('', {
        words: 'text',
        refuses: (words) => (words.every((word) => !word.startsWith('add')) ? undefined : 'changes references'),
      }),
    },
  }),
  swift: rule('', {
    subs: {
      'test build': rule(
        '-v -c= -j= --configuration= --filter= --skip= --parallel --no-parallel --package-path= --enable-code-coverage --target= --product= --list-tests --num-workers= --build-tests --verbose --quiet --enable-test-discovery',
      ),
      package: rule('', { subs: { 'describe show-dependencies': rule('--type= --format=', { most: 0 }) } }),
    },
  }),
  'swiftlint swiftformat swift-format': rule(
    '--strict --quiet --config= --lint --fix --autocorrect --format --recursive -r -i --in-place --dryrun --reporter= --no-cache --cache= --swiftversion= -s',
    {
      bare: true,
      subs: {
        'lint analyze format': rule('--strict --quiet --config= --fix --reporter= --no-cache --recursive -r -i -s'),
      },
    },
  ),
  xcodebuild: rule(
    '-scheme= -project= -workspace= -configuration= -destination= -sdk= -quiet -list -showBuildSettings -parallel-testing-enabled= -enableCodeCoverage= -resultBundlePath= -derivedDataPath= -testPlan= -skipPackagePluginValidation -json',
    {
      single: true,
      words: 'text',
      refuses: (words) =>
        words.every((word) =>
          /^(?:build|test|analyze|build-for-testing|test-without-building|CODE_SIGNING_(?:ALLOWED|REQUIRED)=NO|CODE_SIGN_IDENTITY=)$/.test(
            word,
          ),
        )
          ? undefined
          : 'does what is not known',
    },
  ),
  zig: rule('', {
    subs: {
      build: rule('-Doptimize=? --summary= -freference-trace --release=?', {
        single: true,
        words: 'tasks',
        bare: true,
        definedIn: 'build.zig',
      }),
      'test fmt ast-check': rule('--check --test-filter= -OReleaseSafe -ODebug -lc --summary='),
    },
  }),
  make: rule(
    '-# -j=? -k -s -n -i -B -C= -w -r -R --silent --quiet --keep-going --jobs=? --dry-run --just-print --directory= --no-print-directory --always-make --trace --output-sync=? -O=?',
    { words: 'tasks', definedIn: 'Makefile makefile GNUmakefile' },
  ),
  gmake: rule('-j=? -k -s -C=', { words: 'tasks', definedIn: 'Makefile makefile GNUmakefile' }),
  'bazel bazelisk buck2': rule('', {
    subs: {
      'test build query cquery aquery coverage': rule(
        '-c= -k --config= --test_output= --test_filter= --keep_going --jobs= --nocache_test_results --cache_test_results= --verbose_failures --test_timeout= --build_tests_only --test_tag_filters= --runs_per_test= --output= --noshow_progress --color= --compilation_mode= --test_summary= --notool_deps --order_output= --noimplicit_deps',
        {
          words: 'text',
          refuses: (words) =>
            words.every((word) =>
              /^(?:-?(?:@?@?[\w.~+-]*)?\/\/[\w./:@+-]*|:[\w.+-]+|deps\(.*\)|rdeps\(.*\)|kind\(.*\))$/.test(word),
            )
              ? undefined
              : 'names what is no target',
        },
      ),
    },
  }),
  dune: rule('', {
    subs: {
      'build runtest test fmt': rule(
        '-j= --profile= --display= --auto-promote --force -f --root= --no-buffer --release --check',
        {
          words: 'text',
          refuses: (words) =>
            words.every(
              (word) => /^[@\w./-]+$/.test(word) && !word.includes('..') && !/install|publish|clean/.test(word),
            )
              ? undefined
              : 'names what is no target',
        },
      ),
    },
  }),
  'cabal stack': rule('', {
    subs: {
      'test build': rule(
        '-v -j= --fast --pedantic --test-show-details= --enable-tests --enable-coverage --coverage --ta= --no-run-tests --test --bench --no-run-benchmarks --ghc-options=-Wall',
        {
          words: 'text',
          refuses: (words) => (words.every((word) => /^[\w:.-]+$/.test(word)) ? undefined : 'names what is no target'),
        },
      ),
    },
  }),
  'hlint ormolu fourmolu stylish-haskell': rule('-i --mode= --check --hint= -r --recursive --inplace'),
}
