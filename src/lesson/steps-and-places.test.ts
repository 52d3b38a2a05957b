import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  absent,
  broke,
  inSessions,
  type MadeCall,
  noFile,
  ran,
  ROOT,
  textsOf,
  used,
} from '../../tests/support/lesson-facts.ts'

const noProgram = (subject: string) => ({
  program: 'sh',
  code: 'missing-program',
  subject,
  line: `sh: 1: ${subject}: not found`,
})
const noTarget = (program: string, subject: string) => ({ program, code: 'missing-target', subject })

/** Each history is made in two sessions and teaches exactly this. */
const HISTORIES: [what: string, calls: MadeCall[], texts: string[]][] = [
  [
    'a test runner that is there once the dependencies are installed',
    [broke('npm test', noProgram('vitest')), ran('npm ci'), ran('npm test')],
    ['Not on the PATH: `vitest` (install the dependencies first).'],
  ],
  [
    'an installed package is no step that others need',
    [broke('npm test', noProgram('vitest')), ran('npm install left'), ran('npm test')],
    ['Not on the PATH: `vitest`.'],
  ],
  [
    'a command that works after a step',
    [
      broke('terraform validate', { program: 'terraform', code: 'missing-name', subject: 'aws' }),
      ran('terraform init'),
      ran('terraform validate'),
    ],
    ['`terraform validate`: run its `init` first.'],
  ],
  [
    'a command of a tool that must be restored',
    [
      broke('dotnet ef database update', { program: 'dotnet', code: 'unknown-command', subject: 'ef' }),
      ran('dotnet tool restore'),
      ran('dotnet ef database update'),
    ],
    ['`dotnet ef` does not exist: restore the local tools first.'],
  ],
  [
    'a program that finds no project at the root',
    [
      broke('cargo test', {
        program: 'cargo',
        code: 'missing-path',
        subject: 'Cargo.toml',
        line: 'error: could not find `Cargo.toml`',
      }),
      ran('cd server && cargo test'),
    ],
    ['`cargo` finds no project at the root: run it in `server`.'],
  ],
  [
    'a program that is told its folder',
    [
      broke('terraform plan', { program: 'terraform', code: 'no-project-here', subject: 'main.tf' }),
      ran('terraform -chdir=envs/prod plan'),
    ],
    ['`terraform` finds no project at the root: run it in `envs/prod`.'],
  ],
  [
    'another package manager',
    [broke('npm install left', { program: 'npm', code: 'other-manager', subject: 'install' }), ran('pnpm add left')],
    ['Install with `pnpm`: `npm` fails here.'],
  ],
  [
    'a target with another name',
    [
      broke('xcodebuild test -scheme ShopTests', noTarget('xcodebuild', 'ShopTests')),
      ran('xcodebuild test -scheme Shop'),
    ],
    ['`xcodebuild -scheme ShopTests` does not exist: use `Shop`.'],
  ],
  [
    'a target behind the sign of equality',
    [broke('turbo build --filter=web', noTarget('turbo', 'web')), ran('turbo build --filter=@shop/web')],
    ['`turbo --filter web` does not exist: use `@shop/web`.'],
  ],
  ['a container, which comes and goes', [broke('docker logs web', noTarget('docker', 'web'))], []],
  [
    'a branch on one side of a range',
    [
      broke('git diff master...HEAD', { program: 'git', code: 'missing-revision', subject: 'master...HEAD' }),
      ran('git diff main...HEAD'),
    ],
    ['git has no branch or revision `master` (use `main`).'],
  ],
  [
    'a field with another name',
    [
      broke('gh pr view 3 --json title,reviewers', { program: 'gh', code: 'unknown-field', subject: 'reviewers' }),
      ran('gh pr view 3 --json title,reviewRequests'),
    ],
    ['`gh pr view --json reviewers` does not exist: use `reviewRequests`.'],
  ],
  [
    'a table that the database names with its schema',
    [broke("mysql shop -e 'select * from carts'", { program: 'mysql', code: 'missing-table', subject: 'shop.carts' })],
    ['The database has no table `carts`.'],
  ],
  [
    'a sub-command of a sub-command',
    [broke('gh pr chekcs 3', { program: 'gh pr', code: 'unknown-command', subject: 'chekcs' })],
    ['`gh pr chekcs` does not exist.'],
  ],
  [
    'too many arguments',
    [broke('gh pr diff 3 -- a.ts', { program: 'gh', code: 'invalid-argument', subject: 'at-most-1' })],
    ['`gh pr diff` takes at most 1 argument.'],
  ],
  [
    'a file instead of which sessions read one of another name',
    [broke('cat src/kernel.php', absent('cat', 'src/kernel.php')), ran('cat bootstrap/app.php')],
    ['`src/kernel.php` does not exist: see `bootstrap/app.php`.'],
  ],
  [
    'a folder that a program was given, and its own file in it',
    [broke('helm lint charts/web', absent('stat', 'charts/web/Chart.yaml'))],
    ['`charts/web/Chart.yaml` does not exist.'],
  ],
  [
    'a missing program, after which a session does something else with one of its words',
    [broke('fd cart src', noProgram('fd')), ran('ls src')],
    ['Not on the PATH: `fd`.'],
  ],
  [
    'a program that became a part of another',
    [broke('docker-compose up -d', noProgram('docker-compose')), ran('docker compose up -d')],
    ['Not on the PATH: `docker-compose` (use `docker compose`).'],
  ],
  [
    'a test runner that is not where it was started',
    [broke('vendor/bin/phpunit', absent('zsh', 'vendor/bin/phpunit')), ran('php artisan test')],
    ['Tests: `php artisan test` (`vendor/bin/phpunit` fails here).'],
  ],
  [
    'a rule for messages of commits, which no check before the commit can find',
    [
      broke(
        'git commit -m x',
        { program: 'commitlint', code: 'type-empty' },
        { program: 'husky', code: 'hook-failed', subject: 'commit-msg' },
      ),
    ],
    ['commitlint enforces: type-empty.'],
  ],
  [
    'a file that sed took for its script',
    [broke("sed -i 's/a/b/' .shop.yml", { program: 'sed', code: 'sed-in-place', subject: '.shop.yml' })],
    ["This is BSD sed: write `sed -i '' ...`."],
  ],
  [
    'a script of sed that is wrong itself',
    [broke("sed -n 'z' a.txt", { program: 'sed', code: 'sed-in-place', subject: 'z' })],
    [],
  ],
  [
    'a branch that another worktree holds',
    [broke('git checkout main', { program: 'git', code: 'branch-in-use', subject: 'main' })],
    ['Another worktree may hold `main`: do not switch to it.'],
  ],
  [
    'a key that signs commits',
    [broke('git commit -m x', { program: 'git', code: 'no-signature', subject: 'commit' })],
    ['git often cannot sign a commit here: ask the person to unlock the key.'],
  ],
  ['an exit code that the line prints hides nothing', [ran('npm test; echo "exit: $?"', { masked: true })], []],
  [
    'the exit code of a pipe hides what the pipe hid',
    [ran('npm test | tail -5; echo $?', { masked: true })],
    ['Do not pipe tests or checks into `tail`: 2 of 2 such runs had failed and looked fine.'],
  ],
  [
    'the exit codes of all parts of a pipe hide nothing',
    [ran('npm test | tail -5; echo ${PIPESTATUS[0]}', { masked: true })],
    [],
  ],
  [
    'a check that one runner starts through another',
    [ran('pnpm --filter web turbo lint | tail', { masked: true })],
    ['Do not pipe tests or checks into `tail`: 2 of 2 such runs had failed and looked fine.'],
  ],
]

for (const [what, calls, texts] of HISTORIES)
  test(`two sessions teach: ${what}`, () => assert.deepEqual(textsOf(inSessions(2, calls)), texts))

test('sessions of two agents teach together what the machine refuses', () => {
  const calls = [
    broke('npx playwright test', { program: 'playwright', code: 'missing-browser', subject: 'ms-playwright' }),
  ]
  const [one, other] = inSessions(2, calls)
  assert.ok(one !== undefined && other !== undefined)
  assert.deepEqual(textsOf([one, { ...other, agent: 'another-agent' }]), [
    "Playwright's browsers are not installed here.",
  ])
})

test('a file of the same name elsewhere is the file', () => {
  const calls = [noFile(`${ROOT}/src/cart.ts`), used('Read', `${ROOT}/lib/cart.ts`)]
  assert.deepEqual(textsOf(inSessions(2, calls)), ['`src/cart.ts` does not exist: it is `lib/cart.ts`.'])
})
