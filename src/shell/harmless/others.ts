import { isHarmlessTask } from './task-names.ts'
import { TEST_FLAGS } from './test-flags.ts'
import { rule, type Rule } from './rule.ts'

const MISE =
  'mise.toml .mise.toml mise/config.toml .mise/config.toml .config/mise.toml mise-tasks .mise/tasks tasks.toml'

/** Testers and checkers of other languages, and runners of a project's tasks. */
export const OTHER_RULES: Record<string, Rule> = {
  'rspec minitest': rule(
    '-f= -e= -t= -b -c -P= --format= --example= --tag= --backtrace --color --no-color --fail-fast=? --order= --seed= --only-failures --next-failure --dry-run --profile=? --pattern= --exclude-pattern= -n= --bisect=? --warnings',
  ),
  'rubocop standardrb erblint haml-lint reek brakeman': rule(
    '-a -A -l -q -P -D --lint-all --autocorrect --autocorrect-all --auto-correct --fix --lint --format= -f= --only= --except= --parallel --display-cop-names --config= -c= --no-color --fail-level= --quiet --list-target-files --force-exclusion --no-pager -q --no-progress',
  ),
  rake: rule('-T -P -s -q --tasks=? --silent --quiet --trace', { words: 'tasks', definedIn: 'Rakefile' }),
  bundle: rule('', {
    subs: { exec: rule('', { starts: { skip: 0 } }), 'list show check info': rule('--paths --name-only') },
  }),
  rails: rule('', {
    subs: {
      'test test:system test:all': rule(
        '-v -f -b -n= --verbose --fail-fast --backtrace --name= --seed= -d --defer-output',
      ),
      'routes notes stats about': rule('-c= -g= -E --expanded --unused', { most: 0 }),
    },
  }),
  ruby: rule('-c -wc -w', {
    refuses: (_, given) => (given.has('-c') || given.has('-wc') ? undefined : 'runs a program'),
  }),
  php: rule('-l', {
    subs: { artisan: rule('', { subs: { 'test route:list about': rule(TEST_FLAGS) } }) },
    bare: true,
    refuses: (_, given) => (given.has('-l') ? undefined : 'runs a program'),
  }),
  'phpunit pest paratest': rule(
    '-v -c= --filter= --testsuite= --group= --exclude-group= --stop-on-failure --stop-on-error --no-coverage --coverage-text --colors=? --testdox --configuration= --order-by= --debug --verbose --display-warnings --display-deprecations --parallel --compact --processes= -p= --bail --dirty --retry',
  ),
  'phpstan psalm phan': rule('--no-cache --threads= --show-info=? --level= -l= --no-progress --config= -c=', {
    bare: true,
    most: 0,
    subs: {
      'analyse analyze': rule(
        '-l= -c= --level= --memory-limit= --no-progress --error-format= --configuration= --debug -v -n --no-interaction --ansi --no-ansi --xdebug',
      ),
    },
  }),
  'pint php-cs-fixer phpcs phpcbf ecs rector': rule(
    '--test --dirty -v --preset= --config= --standard= --dry-run --diff --parallel -n -p -s --colors --extensions= --report= --allow-risky= --using-cache= --verbose --no-interaction --repair',
    {
      bare: true,
      refuses: ([name = '']) =>
        /^(?:init|custom-rule|worker|self-update)$/.test(name) ? 'changes settings' : undefined,
      subs: {
        'fix check process list-files': rule(
          '--dry-run --diff --config= --allow-risky= --using-cache= -v -vv -vvv --verbose --clear-cache --no-progress-bar --fix',
        ),
      },
    },
  ),
  composer: rule('-n -q --no-interaction --quiet --no-ansi', {
    subs: {
      'run run-script': rule('-- --timeout=', { words: 'task', definedIn: 'composer.json' }),
      'test lint check format analyse analyze stan phpstan cs cs-check cs-fix': rule(`${TEST_FLAGS} --`, {
        definedIn: 'composer.json',
      }),
      'validate check-platform-reqs': rule('--strict --no-check-all --no-check-publish --no-check-lock', { most: 1 }),
      'show why licenses': rule('-i -t -o --installed --tree --outdated --direct --format='),
    },
  }),
  mix: rule('', {
    subs: {
      test: rule(
        '--only= --exclude= --include= --trace --failed --stale --cover --seed= --max-failures= --slowest= --color --no-color --warnings-as-errors --force --no-start --partitions= --max-cases=',
      ),
      'deps deps.tree help': rule('--only= --format=', {
        refuses: ([name]) => (name === undefined || /^[\w.]+$/.test(name) ? undefined : 'does what is not known'),
      }),
      'compile format credo dialyzer lint sobelow doctor docs xref hex.audit': rule(
        '--check-formatted --warnings-as-errors --force --strict --dry-run --all --only= --format= --config --skip -a --check-equivalent --all-warnings --no-deps-check',
        { refuses: ([name = '']) => (name.startsWith('gen') ? 'changes settings' : undefined) },
      ),
    },
  }),
  'dart flutter': rule('', {
    subs: {
      'test analyze': rule(
        '-r= --reporter= --coverage=? --name= -n= --plain-name= --tags= -t= --exclude-tags= -x= --concurrency= -j= --no-pub --fatal-infos --fatal-warnings --no-fatal-infos --no-fatal-warnings --update-goldens --machine',
      ),
      format: rule('-l= --line-length= --set-exit-if-changed --output= -o=  --fix'),
      'doctor --version': rule('-v', { most: 0 }),
      build: rule('--debug --release --profile --no-pub --flavor=', {
        most: 1,
        refuses: ([target = '']) =>
          /^(?:apk|appbundle|web|ios|ipa|linux|macos|windows|bundle)$/.test(target)
            ? undefined
            : 'builds what is not known',
      }),
    },
  }),
  lein: rule('', { words: 'tasks', definedIn: 'project.clj' }),
  'busted luacheck stylua selene': rule(
    '-v -c -o= --check --verbose --no-color --globals= --std= --config= --config-path= --pattern= --tags= --exclude-tags= --helper= --ignore=',
  ),
  shellcheck: rule(
    '-x -a -s= -e= -f= -S= -i= -o= -C --shell= --exclude= --format= --severity= --external-sources --enable= --include= --color=? --check-sourced --source-path= -P=',
  ),
  shfmt: rule('-l -d -w -i= -ci -bn -sr -kp -s -ln= -p -f --list --diff --write --indent= --simplify -fn'),
  bats: rule(
    '-r -t -T -p -j= -f= --recursive --tap --timing --filter= --jobs= --pretty --print-output-on-failure --formatter= -F= --verbose-run --filter-tags= --filter-status= --no-tempdir-cleanup',
    {
      refuses: (_, given) =>
        [...(given.get('-F') ?? []), ...(given.get('--formatter') ?? [])].every((name) =>
          /^(?:tap13?|pretty|junit)$/.test(name),
        )
          ? undefined
          : 'loads a file as code',
    },
  ),
  'hadolint actionlint yamllint dotenv-linter editorconfig-checker taplo vale checkmake zizmor': rule(
    '-c= -d= -f= -s -q -v --config= --strict --format= --no-color --color --ignore= --no-warnings --no-fail --offline --diff --check -verbose -ignore= --quiet --failure-threshold=',
    {
      bare: true,
      subs: { 'lint fmt format check': rule('--check --diff --config= -c=') },
      refuses: ([name = '']) => (/^(?:sync|fix|init|install|lsp|config)$/.test(name) ? 'changes settings' : undefined),
    },
  ),
  'terraform tofu': rule('-chdir=', {
    subs: {
      fmt: rule('-check -diff -recursive -list= -write= --check --diff --recursive'),
      validate: rule('-json -no-color', { most: 0 }),
      version: rule('-json', { most: 0 }),
    },
  }),
  'tflint terraform-docs tfsec checkov': rule(
    '--recursive --config= --format= -f= -d= --chdir= --minimum-failure-severity= --soft-fail --quiet --compact',
  ),
  buf: rule('', {
    subs: {
      'lint build format breaking': rule(
        '-d -w --diff --write --exit-code --path= --config= --error-format= --against= --exclude-path=',
      ),
    },
  }),
  helm: rule('', { subs: { lint: rule('-f= --values= --strict --quiet --with-subcharts --set=') } }),
  'kubeconform kubeval kube-linter': rule(
    '-strict -summary -output= -ignore-missing-schemas -schema-location= --strict',
    { single: true, bare: true, subs: { lint: rule('--config= --format=') } },
  ),
  'alejandra nixfmt nixpkgs-fmt statix deadnix': rule('-c -q --check --quiet --fail', {
    bare: true,
    subs: { check: rule('-i= -c=') },
  }),
  just: rule(
    '-l -q -v -n -f= -d= --list --summary --dry-run --quiet --verbose --justfile= --working-directory= --show= --unsorted --color= --no-dotenv -u',
    { words: 'tasks', definedIn: 'justfile Justfile .justfile' },
  ),
  task: rule(
    '-l -a -v -s -f -p -n -o= -d= -t= --list --list-all --verbose --silent --force --parallel --dry --output= --dir= --taskfile= --summary --status --exit-code -x --',
    { words: 'tasks', definedIn: 'Taskfile.yml Taskfile.yaml taskfile.yml' },
  ),
  mise: rule('-q -v -C= --quiet --verbose --cd= -E= --env=', {
    subs: {
      'run r': rule(
        '-q -r -f -S -p -j= -o= -n -c -C= --quiet --raw --force --silent --jobs= --output= --dry-run --no-timings --timings --continue-on-error --skip-deps --no-cache --skip-tools -- :::',
        {
          words: 'task',
          definedIn: MISE,
          // Behind `:::` stands another task.
          refuses: (words) => (words.includes(':::') ? 'runs a task that is not known by its name' : undefined),
        },
      ),
      'tasks task': rule('', {
        bare: true,
        most: 0,
        subs: {
          'ls list info deps validate': rule('--json -x --extended --all --hidden --no-header --local -l'),
          run: rule('-q -f --force --', { words: 'task', definedIn: MISE }),
        },
      }),
      'exec x': rule('-q -C= --', { starts: { skip: 0 } }),
      'ls list current which where version doctor': rule('--json -c --current -i --installed -m -J --offline'),
      fmt: rule('-a -c --all --check', { most: 0 }),
    },
  }),
  moon: rule('', {
    subs: {
      'run check': rule('--affected --force -f --updateCache -u --dependents', { words: 'tasks' }),
      ci: rule('', { words: 'tasks' }),
    },
  }),
  'gulp grunt': rule('--silent --verbose -v', { words: 'tasks', definedIn: 'gulpfile.js Gruntfile.js gulpfile.mjs' }),
  earthly: rule('--ci --no-output --strict --verbose', {
    words: 'text',
    refuses: (words) =>
      words.every((word) => /^\.\/[\w/-]+\+[\w-]+$/.test(word) && isHarmlessTask(word.slice(word.indexOf('+') + 1)))
        ? undefined
        : 'names what is no target',
  }),
  hk: rule('-q -v --quiet --verbose', {
    subs: {
      'check fix run c f r': rule(
        '-a -s= -p= -v -q --all --files= --from-ref= --to-ref= --step= --profile= --plan --check --slow',
        {
          definedIn: 'hk.pkl',
        },
      ),
      validate: rule('', { most: 0 }),
    },
  }),
  pixi: rule('', {
    subs: {
      'run r': rule('-e= --environment= -q -v --frozen --locked', {
        words: 'task',
        definedIn: 'pixi.toml pyproject.toml',
      }),
    },
  }),
  ng: rule('', {
    fetched: 'npx',
    subs: {
      'test t': rule('--watch=? --no-watch --browsers= --code-coverage --include= -c= --configuration= --no-progress', {
        definedIn: 'angular.json',
      }),
      'build b': rule('-c= --configuration= --watch=? --no-progress --verbose --stats-json', {
        definedIn: 'angular.json',
      }),
      lint: rule('--fix --quiet -c= --configuration= --format=', { definedIn: 'angular.json' }),
    },
  }),
  rtk: rule('', { starts: { skip: 0 } }),
}

/** Programs that only start another one with the rest of their words. */
export const WRAPPER_RULES: Record<string, Rule> = {
  time: rule('-p -v -l', { starts: { skip: 0 } }),
  'timeout gtimeout': rule('-k= -s= -v --kill-after= --signal= --preserve-status --foreground --verbose', {
    starts: { skip: 1 },
  }),
  nice: rule('-n= -# --adjustment=', { starts: { skip: 0 } }),
  stdbuf: rule('-o= -e= -i= --output= --error= --input=', { starts: { skip: 0 } }),
  env: rule('-u= --unset=', { starts: { skip: 0 } }),
  'caffeinate chronic unbuffer': rule('-i -s -d', { starts: { skip: 0 } }),
}
