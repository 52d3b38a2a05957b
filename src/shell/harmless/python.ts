import { isHarmlessTask } from './task-names.ts'
import { rule, type Rule, type RuleParts } from './rule.ts'

const tool = (flags: string, parts: RuleParts = {}): Rule => rule(flags, { fetched: 'uvx', ...parts })

/** Settings that neither load code nor name a file that is written. */
const PYTEST_SETTINGS =
  /^(?:addopts=|(?:log_cli|log_cli_level|log_level|asyncio_mode|asyncio_default_fixture_loop_scope|python_files|python_classes|python_functions|testpaths|xfail_strict|console_output_style|timeout|truncation_limit_lines|truncation_limit_chars|faulthandler_timeout)=[\w.* -]*)$/
const PYTEST_NAMES = /^(?:no:[\w.-]+|(?:default|error|ignore|always|module|once)(?:::(?:[A-Z][A-Za-z]*Warning)?)?)$/
const PYTEST = tool(
  '-v -vv -vvv -q -qq -s -x -l -k= -m= -n= -p= -W= -r= -rA -rs -ra -rf -rx -c= -o= --verbose --quiet --tb= --maxfail= --lf --last-failed --ff --failed-first --nf --sw --stepwise --durations= --durations-min= --co --collect-only --no-header --no-summary --disable-warnings --strict-markers --strict-config --cov=? --no-cov --cov-report= --cov-config= --cov-branch --cov-append --cov-fail-under= --exitfirst --showlocals --capture= --color= --dist= --numprocesses= --timeout= --timeout-method= --ignore= --ignore-glob= --deselect= --asyncio-mode= --import-mode= --benchmark-only --benchmark-skip --benchmark-disable --doctest-modules --markers --fixtures --setup-show --snapshot-update --inline-snapshot= --randomly-seed= --reruns= --reruns-delay= --forked --full-trace --log-cli-level= --log-level= --rootdir= --cache-clear --runslow --run-slow --integration --slow --no-migrations --reuse-db --create-db --ds= --browser= --headed --hypothesis-seed= --hypothesis-show-statistics --xfail-strict --runxfail --showcapture= --show-capture= --verbosity= --keep-duplicates',
  {
    refuses: (_, given) => {
      if (!(given.get('-o') ?? []).every((setting) => PYTEST_SETTINGS.test(setting))) return 'changes settings'
      // Any other plug-in or class of warnings is imported.
      const names = [...(given.get('-p') ?? []), ...(given.get('-W') ?? [])]
      return names.every((name) => PYTEST_NAMES.test(name)) ? undefined : 'loads a file as code'
    },
  },
)
const RUFF =
  '--fix --no-fix --unsafe-fixes --diff --check --select= --ignore= --extend-select= --extend-ignore= --fixable= --unfixable= --config= --line-length= --target-version= --preview --no-preview --output-format= --show-files --show-settings --statistics --exit-zero --exit-non-zero-on-fix --quiet -q -v -s --verbose --silent --no-cache --exclude= --extend-exclude= --force-exclude --respect-gitignore --stdin-filename= --watch -w --isolated --per-file-ignores= --show-fixes --show-source --range= --add-noqa --fix-only --no-force-exclude --cache-dir='

/** A file, or a setting that is a number, a switch, or a list of plain words. */
const isPlainSetting = (value: string): boolean =>
  !value.includes('=') || /^[\w.-]{1,60} ?= ?(?:\d+|true|false|["'][\w.,* -]*["']|\[[\w"'., *-]*\])$/.test(value)

/** Tools that are started by their own name or by `python -m`. */
const MODULES: Record<string, Rule> = {
  'pytest py.test': PYTEST,
  unittest: rule('-v -q -f -b -k= -s= -p= -t= --verbose --quiet --failfast --buffer --locals', {
    bare: true,
    subs: {
      discover: rule('-v -q -f -b -k= -s= -p= -t= --verbose --start-directory= --pattern= --top-level-directory='),
    },
  }),
  'mypy dmypy': tool(
    '-p= -m= -v --strict --ignore-missing-imports --config-file= --show-error-codes --pretty --no-color-output --no-error-summary --python-version= --namespace-packages --explicit-package-bases --follow-imports= --no-incremental --check-untyped-defs --disallow-untyped-defs --warn-unused-ignores --warn-return-any --warn-redundant-casts --exclude= --package= --module= --disable-error-code= --enable-error-code= --no-strict-optional --implicit-reexport --no-implicit-reexport --show-column-numbers --show-error-context --hide-error-context --platform= --cache-dir= --sqlite-cache --skip-cache-mtime-checks --allow-untyped-decorators --allow-untyped-calls --no-namespace-packages --follow-untyped-imports --soft-error-limit= --hide-error-codes --no-pretty',
  ),
  ruff: tool('', {
    subs: {
      'check format': rule(RUFF, {
        refuses: (_, given) => ((given.get('--config') ?? []).every(isPlainSetting) ? undefined : 'changes settings'),
      }),
      rule: rule('--output-format= --all', { most: 1 }),
      version: rule('', { most: 0 }),
      linter: rule('', { most: 0 }),
    },
  }),
  black: tool(
    '-l= -t= -v -q -S -C --check --diff --color --no-color --line-length= --target-version= --skip-string-normalization --include= --exclude= --extend-exclude= --force-exclude= --verbose --quiet --config= --fast --safe --preview --workers= --required-version= --skip-magic-trailing-comma',
  ),
  isort: tool(
    '-c -q -v --check --check-only --diff --profile= --line-length= -l= --quiet --verbose --skip= --skip-glob= --settings-path= --settings-file= --atomic --filter-files --only-modified --float-to-top --force-sort-within-sections --src= --gitignore --recursive -rc',
  ),
  flake8: tool(
    '-v -q -j= --max-line-length= --select= --ignore= --extend-ignore= --extend-select= --exclude= --extend-exclude= --count --statistics --show-source --exit-zero --max-complexity= --config= --per-file-ignores= --benchmark --format= --filename= --jobs= --max-doc-length=',
  ),
  pylint: tool(
    '-E -j= -v --errors-only --disable= --enable= --rcfile= --output-format= --score= --max-line-length= --fail-under= --fail-on= --ignore= --ignore-patterns= --ignore-paths= --jobs= --recursive= --reports= --msg-template= --py-version= --exit-zero',
  ),
  'pyright basedpyright ty pyre pytype pyrefly': tool(
    '-p= --project= --pythonversion= --pythonplatform= --warnings --outputjson --stats --verbose --level= --skipunannotated --threads=? -w --watch --python-version= --output-format= --exit-zero --error-on-warning',
    {
      bare: true,
      refuses: ([name = '']) =>
        /^(?:init|kill|start|stop|restart|infer|server|lsp)$/.test(name) ? 'changes settings' : undefined,
      subs: {
        check: rule(
          '--output-format= --error-on-warning --exit-zero --python-version= --ignore= --error= --warn= -q -v --watch --config= --project=',
        ),
      },
    },
  ),
  bandit: tool(
    '-r -q -v -c= -ll -lll -l -i -ii -iii -s= -t= -x= -f= --recursive --severity-level= --confidence-level= --skip= --tests= --exclude= --format= --ini= --quiet',
  ),
  'pyflakes pycodestyle pydocstyle vulture pyupgrade autopep8 autoflake docformatter interrogate yapf djlint codespell typos yamllint sqlfluff':
    tool(
      '-r -d -q -v -i -c= -s -w --check --diff --in-place --recursive --max-line-length= --ignore= --select= --exclude= --config= --min-confidence= --statistics --count --convention= --format= --strict --skip= --fix --lint --write-changes --ignore-words= --ignore-words-list= --verbose --fail-under= --remove-all-unused-imports --dialect= --py39-plus --py310-plus --py311-plus -L= -S=',
      {
        bare: true,
        subs: { lint: rule('--dialect= --config= -v --format= --exclude-rules= --rules= --templater= --nofail -p=') },
      },
    ),
  'compileall py_compile': rule('-q -f -j= -l -b'),
  coverage: tool('', {
    subs: {
      run: rule('-m= --source= --branch --append -a --parallel-mode --omit= --include= --rcfile= -q -v -x -k=', {
        refuses: (words, given) =>
          given.get('-m')?.every((name) => ['pytest', 'unittest'].includes(name)) === true
            ? undefined
            : 'runs a program',
      }),
      'report combine html xml json lcov': rule(
        '-m -i --show-missing --skip-covered --skip-empty --fail-under= --include= --omit= --precision= --sort= --format= --rcfile= --keep -q --quiet',
      ),
    },
  }),
  tox: tool(
    '-e= -p=? -q -v -r -l -vv -a --parallel=? --recreate --listenvs --skip-missing-interpreters=? -c= --conf= --notest --skip-pkg-install --',
    {
      words: 'paths',
      definedIn: 'tox.ini pyproject.toml setup.cfg',
      refuses: environments,
      bare: true,
      subs: {
        run: rule('-e= -q -v -r --recreate --', {
          words: 'paths',
          definedIn: 'tox.ini pyproject.toml setup.cfg',
          refuses: environments,
        }),
        'list l': rule('', { most: 0 }),
      },
    },
  ),
  nox: tool(
    '-s= -e= -r -R -l -p= -k= -t= --sessions= --session= --list --reuse-existing-virtualenvs --no-install --stop-on-first-error --python= --tags= -f= --noxfile= --error-on-missing-interpreters --',
    { words: 'paths', definedIn: 'noxfile.py', refuses: environments },
  ),
}

const PYTHON = rule('-m= -u -B -W= -X= -q -O -I -s -E', { refuses: () => 'runs a program' })

export const PYTHON_RULES: Record<string, Rule> = {
  ...MODULES,
  'python python3 py pypy3': PYTHON,
  lefthook: tool('', {
    subs: {
      run: rule('-v --verbose --all-files --commands= --jobs= --tags= --no-tty --force --file= ', {
        most: 1,
        words: 'text',
        definedIn: 'lefthook.yml lefthook.yaml .lefthook.yml lefthook-local.yml',
        refuses: ([hook = '']) =>
          GIT_HOOK.test(hook) || isHarmlessTask(hook) ? undefined : 'runs a task that is not known by its name',
      }),
      'validate version': rule('', { most: 0 }),
    },
  }),
  'pre-commit prek': tool('', {
    subs: {
      run: rule(
        '-a -v --all-files --files --from-ref= --to-ref= --show-diff-on-failure --hook-stage= --verbose --color= --config= -c= --last-commit --directory=',
        {
          words: 'paths',
          definedIn: '.pre-commit-config.yaml',
          refuses: (words) =>
            words.every((word) => /^[\w.@/*-]+$/.test(word) && !ORDERS.test(word))
              ? undefined
              : 'names what is no hook',
        },
      ),
      'validate validate-config list': rule('', { most: 1 }),
    },
  }),
  uv: rule('-q -v --quiet --verbose --offline --no-progress --directory= --project= --color= --no-cache', {
    subs: {
      run: rule(
        '-q -v --frozen --locked --no-sync --offline --all-extras --extra= --group= --all-groups --only-group= --no-group= --dev --no-dev --package= --python= -p= --isolated --exact --quiet --directory= --project= --active --no-project --all-packages',
        { starts: { skip: 0 } },
      ),
      tree: rule('--depth= --outdated --frozen --locked --package= --invert', { most: 0 }),
      pip: rule('', { subs: { 'list show freeze check tree': rule('--outdated --format= -v', {}) } }),
      version: rule('--short', { most: 0 }),
      build: rule('--sdist --wheel --package= --all-packages -q', { most: 0 }),
      lock: rule('--check --locked', {
        most: 0,
        refuses: (_, given) => (given.size > 0 ? undefined : 'changes the lock file'),
      }),
    },
  }),
  uvx: rule('-q --quiet --offline', { starts: { skip: 0, only: 'uvx' } }),
  pipx: rule('', { subs: { run: rule('', { starts: { skip: 0, only: 'uvx' } }), list: rule('--short') } }),
  'poetry pipenv rye pdm': rule('-q -v -n --quiet --no-interaction --directory= -C= -p= --project= --no-ansi', {
    subs: {
      run: rule('-v -q --quiet', { starts: { skip: 0 } }),
      'show check env:info': rule('--tree --latest --outdated --lock --only= --with= --without= -T -l -o --strict'),
      'test fmt lint': rule('-q -v --check --fix -- --all'),
      build: rule('-f= --format= -q', { most: 0 }),
      lock: rule('--check', { most: 0, refuses: (_, given) => (given.size > 0 ? undefined : 'changes the lock file') }),
      env: rule('', { subs: { 'info list': rule('--path -p', { most: 0 }) } }),
    },
  }),
  hatch: rule('-q -v -e= --env= --no-color', {
    subs: {
      run: rule('', { words: 'task', definedIn: 'pyproject.toml hatch.toml' }),
      'test fmt': rule(
        '-a -c -l -p -r -v --all --cover --check --linter --formatter --parallel --randomize --show --python= -py= --preview --unsafe-fixes -k=',
      ),
    },
  }),
  'pip pip3': rule('', {
    subs: {
      'list show freeze check': rule(
        '-f -l -o -v --outdated --format= --local --user --files --verbose --not-required --path=',
      ),
    },
  }),
  'invoke inv doit': rule('-l --list', { words: 'tasks', definedIn: 'tasks.py dodo.py' }),
  poe: rule('', { words: 'task', definedIn: 'pyproject.toml' }),
}

/** Hooks that git itself runs. */
const GIT_HOOK =
  /^(?:pre|post|prepare)-(?:commit|commit-msg|push|merge|merge-commit|checkout|rewrite|rebase)$|^commit-msg$/
const ORDERS = /deploy|publish|release|upload|(?:^|[-_])push(?:[-_]|$)/

/** Names of environments and sessions: `py311`, `lint`, `py312-django42`. */
function environments(words: readonly string[], given: ReadonlyMap<string, readonly string[]>): string | undefined {
  const names = ['-e', '-s', '--sessions', '--session', '-t', '--tags', '-k']
    .flatMap((name) => given.get(name) ?? [])
    .flatMap((value) => value.split(/[, ]+/))
  if (!words.every((word) => /[/.:]/.test(word))) return 'names what is no test'
  return names.every(
    (name) =>
      (/^(?:py[\d.]*|pypy[\d.]*|[a-z]+\d[\w.]*|\d[\d.]*)(?:-[a-z\d.]+)*$/.test(name) &&
        !/deploy|publish|release|upload|push/.test(name)) ||
      isHarmlessTask(name.replaceAll(/[(].*/g, '').replaceAll(/-?\d[\d.]*/g, '')),
  )
    ? undefined
    : 'runs a task that is not known by its name'
}

/** What `python -m` may start: the tools above, by the same rules. */
export const PYTHON_MODULES: ReadonlySet<string> = new Set(Object.keys(MODULES).flatMap((names) => names.split(' ')))
