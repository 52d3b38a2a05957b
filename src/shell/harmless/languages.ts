import { rule, type Rule } from './rule.ts'

/** Names of tests and files that a tool is given, and nothing that it would take for an order. */
const onlyNames: NonNullable<Rule['refuses']> = (words) =>
  words.every((word) => /^[\w.:@/*-]+$/.test(word) && !ORDER.test(word)) ? undefined : 'does what is not known'
const ORDER =
  /^(?:init|new|create|add|install|upgrade|update|publish|deploy|release|clean|login|run|script|shell|config)$/

/** A builder of another name is loaded as code. */
const BUILDERS = new Set('html dirhtml singlehtml doctest text man epub latex gettext xml dummy'.split(' '))

/** Builders, testers and checkers of languages with few tools. */
export const LANGUAGE_RULES: Record<string, Rule> = {
  rebar3: rule('', {
    subs: {
      'eunit ct compile dialyzer xref proper lint fmt cover': rule(
        '-v -c --verbose --cover --check --module= --suite= --case= --dir= --app=',
      ),
      'tree version': rule('', { most: 0 }),
    },
  }),
  gleam: rule('', {
    subs: {
      'test build check': rule('--target= --warnings-as-errors', { most: 0 }),
      format: rule('--check'),
    },
  }),
  crystal: rule('', {
    subs: {
      spec: rule('-v -e= --verbose --fail-fast --tag= --no-color --order= --error-trace'),
      tool: rule('', { subs: { format: rule('--check') } }),
    },
  }),
  nimble: rule('-y -d --verbose --silent', { subs: { 'test check': rule('', { most: 0 }) } }),
  prove: rule('-l -b -r -v -q -Q -s -j= --lib --blib --recurse --verbose --quiet --jobs= --timer --color --nocolor', {
    refuses: (words) =>
      words.every((word) => /(?:^|\/)x?t(?:\/|$)|\.t$/.test(word)) ? undefined : 'names what is no test',
  }),
  forge: rule('', {
    subs: {
      'test build coverage': rule(
        '-v -vv -vvv -vvvv --match-test= --match-contract= --mt= --mc= --gas-report --sizes --summary',
        {
          most: 0,
        },
      ),
      fmt: rule('--check'),
      lint: rule(''),
    },
  }),
  elm: rule('', {
    subs: {
      make: rule('--optimize --debug --output=', {
        refuses: (_, given) =>
          (given.get('--output') ?? []).every((path) => path === '/dev/null') ? undefined : 'writes over a file',
      }),
    },
  }),
  'elm-test elm-review': rule('--watch --fuzz= --seed= --report=', { fetched: 'npx', refuses: onlyNames }),
  'spago purs-tidy': rule('', { subs: { 'test build check': rule('', { most: 0 }) } }),
  hardhat: rule('', {
    fetched: 'npx',
    subs: { 'test compile check coverage': rule('--bail --grep= --parallel --no-compile --force') },
  }),
  'ktlint scalafmt detekt clj-kondo protolint': rule(
    '-F -q --format --check --test --list --relative --color --lint --fail-level= --strict --quiet',
    {
      bare: true,
      refuses: (words) => (/^(?:install|generate|print)/.test(words[0] ?? '') ? 'changes settings' : undefined),
      subs: { lint: rule('-q') },
    },
  ),
  'srb steep': rule('', { subs: { 'tc check typecheck stats': rule('-j= --quiet --severity-level=') } }),
  treefmt: rule('--check --ci --fail-on-change --no-cache -q -v', {
    bare: true,
    most: 0,
    subs: { 'check fmt': rule('') },
  }),
  'tokei cloc scc': rule(
    '-f -s= -e= -t= --files --sort= --exclude= --exclude-dir= --include-lang= --by-file  --no-cocomo',
  ),
  'tsd storybook': rule('--typings= --files=', {
    fetched: 'npx',
    bare: true,
    refuses: ([name = 'build']) => (name === 'build' || name.includes('.') ? undefined : 'does what is not known'),
    subs: { build: rule('--quiet -q --test --loglevel= --disable-telemetry', { most: 0 }) },
  }),
  prisma: rule('', { fetched: 'npx', subs: { 'validate format': rule('--schema= --check', { most: 0 }) } }),
  mkdocs: rule('-q -v', {
    fetched: 'uvx',
    subs: { build: rule('-s -c -q -v --strict --clean --no-directory-urls', { most: 0 }) },
  }),
  'sphinx-build': rule('-b= -W -n -q -v -T -E -a -j= --keep-going', {
    fetched: 'uvx',
    most: 2,
    refuses: ([, output = ''], given) =>
      /(?:^|\/)_?(?:build|out|output|html|dist|site)(?:\/|$)/.test(output) &&
      !output.includes('..') &&
      (given.get('-b') ?? []).every((name) => BUILDERS.has(name))
        ? undefined
        : 'writes over files',
  }),
}

/** What a program says about the machine, without the environment of any process. */
export const MACHINE_RULES: Record<string, Rule> = {
  'whoami id uptime nproc tty arch groups': rule('-u -g -n -p -s --all', { most: 0 }),
  uname: rule('-a -s -r -m -n -v -p -o', { most: 0 }),
  // With a word it changes the name of the machine.
  hostname: rule('-s -f', { most: 0 }),
  free: rule('-h -m -g -k -b', { most: 0 }),
  rustup: rule('', {
    subs: {
      show: rule('-v', { most: 0 }),
      'toolchain target component': rule('', { subs: { list: rule('--installed -v --toolchain=', { most: 0 }) } }),
    },
  }),
}
