import { isHarmlessTask } from './task-names.ts'
import { TEST_FLAGS } from './test-flags.ts'
import { rule, type Rule, type RuleParts } from './rule.ts'

/** A developer tool that package runners start by its name. */
const tool = (flags: string, parts: RuleParts = {}): Rule => rule(flags, { fetched: 'npx', ...parts })

const JEST = tool(TEST_FLAGS, {
  // It filters by a module.
  refuses: (_, given) => (given.has('--filter') ? 'loads a file as code' : undefined),
})
const SCRIPT_FLAGS = `${TEST_FLAGS} -- --silent -w= --workspace= --workspaces --if-present --prefix= --ignore-scripts --loglevel= --no-fund --no-audit -ws --include-workspace-root`

const TASK = rule(SCRIPT_FLAGS, { words: 'paths', definedIn: 'package.json' })
/**
 * `npm run lint -- --fix`: the words behind the name go to the task. Before the name only options of the package manager may stand:
 * it takes no value for others, so that `npm run -t deploy build` deploys.
 */
const run = (flags: string): Rule =>
  rule(`--silent --if-present -- ${flags}`, { task: TASK, definedIn: 'package.json' })

/** A task by its bare name (`yarn lint`): looked up as a sub-command first. */
const runsTasks = (flags: string, subs: Record<string, Rule>): Rule =>
  rule(`${flags} --silent --if-present`, {
    subs,
    task: TASK,
    bare: true,
    definedIn: 'package.json',
    refuses: ([name = 'install']) => (BUILT_IN.has(name) ? 'is a command of the package manager' : undefined),
  })

/** Not tasks of the project, although their names are like those of tasks. */
const BUILT_IN = new Set(['install', 'ci', 'docs', 'doc', 'it', 'install-test'])

const EXEC = rule('--', { starts: { skip: 0, only: 'npx' } })

const BUNDLER = tool(
  '-c --config= --mode= --env= --watch=? -w --minify --sourcemap=? --bundle --platform= --target= --format= --external: --dts --clean --silent --progress --no-splitting --no-cache --node-env= --outfile= --outdir= --packages= --splitting',
  {
    refuses: ([name = ''], given) => {
      if (/^(?:init|i|loader|plugin|migrate|create-new|new|serve|server)$/.test(name)) return 'changes settings'
      const outputs = ['--outfile', '--outdir'].flatMap((option) => given.get(option) ?? [])
      return outputs.every((path) => OUTPUT.test(path)) ? undefined : 'writes over a file'
    },
  },
)
/** Directories that hold what was built. */
const OUTPUT =
  /^\/dev\/null$|^(?!.*\.\.)(?:\.\/)?(?:[\w-]+\/)*(?:dist|build|out|output|lib-dist|tmp|\.build)(?:\/[\w.-]+)*\/?$/

export const JAVASCRIPT_RULES: Record<string, Rule> = {
  npm: rule(
    '--prefix= -w= --workspace= --workspaces -ws --silent -s --if-present --no-fund --no-audit --loglevel= --include-workspace-root',
    {
      subs: {
        'test t tst': TASK,
        'run run-script rum urn': run(
          '-s -w= --workspace= --workspaces -ws --prefix= --ignore-scripts --loglevel= --no-fund --no-audit --include-workspace-root',
        ),
        'ls list ll la': rule('-a -l -g --all --depth= --json --long --parseable --prod --dev --only= --omit='),
        'explain why': rule('--json'),
        exec: EXEC,
      },
    },
  ),
  pnpm: runsTasks(
    '-r -w -C= -F= -s --recursive --filter= --silent --dir= --workspace-root --parallel --stream --if-present --aggregate-output --reporter= --no-bail --fail-if-no-match --workspace-concurrency= --sort --no-sort --color --no-color',
    {
      'test t tst': TASK,
      'run run-script': run(
        '-r -w -C= -F= -s --recursive --filter= --dir= --workspace-root --parallel --stream --sequential --no-bail --reporter= --workspace-concurrency=',
      ),
      exec: EXEC,
      'ls list la ll why': rule('-r --recursive --depth= --json --long --parseable --prod --dev --only-projects'),
    },
  ),
  yarn: runsTasks('--silent -s --cwd= --offline --top-level -T --binaries-only -B', {
    'test t': TASK,
    'run run-script': run('-s -T -B --top-level --binaries-only'),
    workspace: rule('', { starts: { skip: 1, program: 'yarn' } }),
    workspaces: rule('', {
      subs: {
        foreach: rule(
          '-A -p -t -W -v -i --all --parallel --topological --topological-dev --verbose --include= --exclude= --interlaced --worktree',
          { subs: { run: run('') } },
        ),
        list: rule('--json -v -R --recursive', { most: 0 }),
        run: run(''),
      },
    }),
    exec: EXEC,
    tsc: rule('--noEmit -p= --project= -b --build --pretty'),
    why: rule('--json -R --recursive', { most: 1 }),
  }),
  bun: runsTasks('--bun -b --cwd= --filter=', {
    test: rule(`${TEST_FLAGS} --rerun-each= --only --todo`),
    run: run('-b --bun --filter= --cwd='),
    x: EXEC,
    build: BUNDLER,
    pm: rule('', { subs: { ls: rule('--all', { most: 0 }) } }),
  }),
  deno: rule('', {
    subs: {
      test: rule(
        '-A --allow-all --allow-read=? --allow-write=? --allow-net=? --allow-env=? --allow-run=? --allow-sys=? --allow-ffi=? --filter= --coverage=? --parallel --fail-fast=? --no-check --check --trace-leaks --doc --quiet -q --ignore= --reporter= --shuffle=? --watch --unstable --no-lock',
      ),
      bench: rule('--filter= --no-check --quiet -q --json --allow-read=?'),
      'lint fmt check': rule(
        '--check --fix --quiet -q --ignore= --ext= --json --compact --all --doc --watch --rules --single-quote=? --no-semicolons=? --line-width= --indent-width= --use-tabs=? --prose-wrap=',
      ),
      task: rule('--cwd= -q --quiet', { words: 'task', definedIn: 'deno.json deno.jsonc package.json' }),
      'info doc': rule('--json'),
    },
  }),
  npx: rule('-y --yes --no-install --no --offline --prefer-offline --', { starts: { skip: 0, only: 'npx' } }),
  'bunx pnpx': rule('--bun --no-install', { starts: { skip: 0, only: 'npx' } }),
  node: rule(
    '--check -c --test --test-name-pattern= --test-skip-pattern= --test-reporter= --test-only --test-concurrency= --test-timeout= --test-force-exit --test-shard= --test-isolation= --experimental-test-isolation= --experimental-test-coverage --experimental-strip-types --experimental-transform-types --no-warnings --disable-warning= --enable-source-maps --watch --test-update-snapshots --experimental-test-snapshots --experimental-test-module-mocks --max-old-space-size=',
    {
      refuses: (words, given) =>
        given.has('--test') || given.has('--check') || given.has('-c') ? undefined : 'runs a program',
    },
  ),
  tsx: rule('--test --test-name-pattern= --test-reporter= --tsconfig=', {
    refuses: (words, given) => (given.has('--test') ? undefined : 'runs a program'),
  }),
  'tsc tsgo vue-tsc': tool(
    '-p= -b -w -v -d --project= --build --noEmit --pretty=? --watch=? --strict=? --skipLibCheck=? --incremental=? --listFiles --listFilesOnly --listEmittedFiles --showConfig --traceResolution --extendedDiagnostics --diagnostics --force --verbose --dry --noEmitOnError=? --emitDeclarationOnly=? --declaration=? --target= -t= --module= -m= --moduleResolution= --jsx= --esModuleInterop --allowJs --checkJs --noUnusedLocals=? --noUnusedParameters=? --lib= --types= --tsBuildInfoFile= --composite=? --explainFiles --preserveWatchOutput --noErrorTruncation --allowImportingTsExtensions --resolveJsonModule --isolatedModules --noImplicitAny=? --exactOptionalPropertyTypes --noUncheckedIndexedAccess',
    { single: true },
  ),
  'svelte-check': tool(
    '--tsconfig= --threshold= --output= --fail-on-warnings --no-tsconfig --workspace= --ignore= --compiler-warnings= --watch',
  ),
  eslint: tool(
    '-c= --config= --no-eslintrc --ext= --fix --fix-dry-run --quiet --max-warnings= --cache --cache-location= --cache-strategy= --no-cache --format= -f= --report-unused-disable-directives --no-error-on-unmatched-pattern --ignore-path= --ignore-pattern= --no-ignore --rule= --color --no-color --debug --print-config= --no-warn-ignored --stdin --stdin-filename= --env-info --concurrency= --flag= --fix-type= --exit-on-fatal-error',
    {
      refuses: (words, given) =>
        [...(given.get('-f') ?? []), ...(given.get('--format') ?? [])].some((name) => /[/\\]/.test(name))
          ? 'loads a file as code'
          : undefined,
    },
  ),
  oxlint: tool(
    '-c= --config= --fix --fix-suggestions --fix-dangerously -A= -W= -D= --quiet --max-warnings= --deny-warnings --format= -f= --type-aware --tsconfig= --ignore-path= --ignore-pattern= --no-ignore --import-plugin --react-perf-plugin --jest-plugin --vitest-plugin --nextjs-plugin --jsx-a11y-plugin --promise-plugin --node-plugin --threads= --silent --rules --report-unused-disable-directives',
  ),
  biome: tool('', {
    subs: {
      'check lint format ci': rule(
        '--write --fix --apply --apply-unsafe --unsafe --config-path= --max-diagnostics= --diagnostic-level= --error-on-warnings --no-errors-on-unmatched --reporter= --changed --staged --since= --colors= --verbose --formatter-enabled= --linter-enabled= --assist-enabled= --organize-imports-enabled= --skip= --only= --indent-style= --indent-width= --line-width= --files-ignore-unknown= --skip-errors --stdin-file-path= --use-server --javascript-formatter-quote-style= --log-level= --format-with-errors=',
      ),
      'explain rage version': rule(''),
    },
  }),
  prettier: tool(
    '-c -w -l -u --check --write --list-different --ignore-unknown --config= --no-config --ignore-path= --loglevel= --log-level= --cache --cache-location= --cache-strategy= --no-error-on-unmatched-pattern --single-quote=? --no-semi --tab-width= --print-width= --trailing-comma= --prose-wrap= --parser= --stdin-filepath= --no-color --color --end-of-line= --with-node-modules --no-editorconfig --arrow-parens= --bracket-spacing=? --use-tabs',
  ),
  stylelint: tool(
    '--fix --config= --quiet --max-warnings= --allow-empty-input --cache --formatter= -f= --ignore-path= --report-needless-disables --custom-syntax= --color --no-color',
  ),
  jest: JEST,
  // To mocha `-u` names the interface, which may be a file.
  mocha: tool(TEST_FLAGS, {
    refuses: ([name = ''], given) => (given.has('-u') || name === 'init' ? 'loads a file as code' : undefined),
  }),
  'ava tap': tool(TEST_FLAGS, {
    refuses: ([name = '']) => (/^(?:init|plugin|config|repl)$/.test(name) ? 'changes settings' : undefined),
  }),
  // They start what stands behind their options.
  'c8 nyc': tool(
    '-r= -x= -n= --reporter= --all --exclude= --include= --src= --check-coverage --lines= --branches= --functions= --statements= --skip-full --silent --no-clean',
    { starts: { skip: 0 } },
  ),
  vitest: tool(TEST_FLAGS, {
    bare: true,
    refuses: ([name]) => (name === 'init' ? 'changes settings' : undefined),
    subs: { 'run watch related bench list dev': rule(TEST_FLAGS) },
  }),
  playwright: tool('', { subs: { test: rule(TEST_FLAGS) } }),
  cypress: tool('', {
    subs: {
      run: rule(
        '--spec= -s= --browser= -b= --headed --headless --component --e2e --quiet -q --project= -P= --config-file= -C=',
      ),
    },
  }),
  'tsup rollup webpack esbuild parcel': BUNDLER,
  vite: tool('', {
    subs: {
      build: rule(
        '--mode= -m= --watch -w --minify=? --sourcemap=? --ssr=? --emptyOutDir --logLevel= -l= --config= -c= --clearScreen --debug=? -d',
      ),
    },
  }),
  next: tool('', {
    subs: {
      'build lint': rule(
        '--debug -d --profile --no-lint --no-mangling --turbo --turbopack --webpack --dir= -d= --fix --quiet --strict --max-warnings= --cache --no-cache --file= --experimental-build-mode=',
        { most: 1 },
      ),
      info: rule('', { most: 0 }),
    },
  }),
  astro: tool('', {
    subs: {
      'build check': rule(
        '--root= --config= --silent --verbose --watch --minimumSeverity= --minimumFailingSeverity= --tsconfig= --noSync',
      ),
    },
  }),
  'npm-run-all run-s run-p': tool('-s -p -l -n -c --silent --print-label --print-name --continue-on-error', {
    words: 'tasks',
    definedIn: 'package.json',
  }),
  turbo: tool('', {
    words: 'tasks',
    definedIn: 'package.json turbo.json',
    subs: {
      run: rule(
        '--filter= -F= --force=? --no-cache --parallel --concurrency= --continue=? --dry-run=? --output-logs= --log-order= --affected --only --summarize=? --cache= --ui= --no-daemon --daemon --env-mode=? --verbosity= --log-prefix=',
        { words: 'tasks', definedIn: 'package.json turbo.json' },
      ),
    },
    bare: true,
  }),
  nx: tool('', {
    subs: {
      'test lint build typecheck e2e format:check format:write': rule(
        '--skip-nx-cache --skipNxCache --verbose --configuration= -c= --watch=? --parallel=? --output-style= --outputStyle= --base= --head= --all --fix --coverage --testFile= --ci --prod --uncommitted --files=',
      ),
      run: rule('--skip-nx-cache --verbose --configuration= -c=', {
        words: 'task',
        definedIn: 'package.json project.json nx.json',
      }),
      'run-many affected': rule(
        '-t= --target= --targets= -p= --projects= --all --parallel=? --skip-nx-cache --skipNxCache --verbose --base= --head= --exclude= --configuration= -c= --output-style= --uncommitted --untracked --nxBail',
        { most: 0, refuses: tasksIn(['-t', '--target', '--targets']) },
      ),
    },
  }),
  lerna: tool('', {
    subs: {
      run: rule(
        '--scope= --ignore= --stream --parallel --concurrency= --since=? --no-bail --no-sort --no-prefix --include-dependencies',
        { words: 'tasks', definedIn: 'package.json' },
      ),
      'ls list': rule('-a -l --all --json --long'),
    },
  }),
  'knip depcheck madge cspell markdownlint markdownlint-cli2 textlint commitlint publint attw syncpack sort-package-json':
    tool(
      '-c= --config= --fix --production --strict --include= --exclude= --no-progress --reporter= --ignore= --ignores= --json --quiet -q --no-config-hints --dependencies --exports --files --workspace= --max-issues= --no-exit-code --circular --extensions= --ts-config= --check --dot --show-suggestions --no-summary --cache --list --all --from= --to= --last --pack --verbose',
      {
        refuses: ([name = '']) =>
          /^(?:init|update|link|unlink|fix|fix-mismatches|set-semver-ranges|prompt|install)$/.test(name)
            ? 'changes settings'
            : undefined,
      },
    ),
}

/** Names of tasks that stand in options. */
function tasksIn(names: readonly string[]): NonNullable<Rule['refuses']> {
  return (_, given) => {
    const tasks = names.flatMap((name) => given.get(name) ?? []).flatMap((value) => value.split(','))
    return tasks.length > 0 && tasks.every(isHarmlessTask) ? undefined : 'runs a task that is not known by its name'
  }
}
