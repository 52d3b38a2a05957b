import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeCall } from '../outcome/judge.ts'

/** Each program prints this when the command fails. */
const SENTENCES: [command: string, text: string, ...found: string[]][] = [
  [
    'dotnet test tests/Shop.Unit',
    'MSBUILD : error MSB1009: Project file does not exist.\nSwitch: tests/Shop.Unit',
    'dotnet | missing-path | tests/Shop.Unit',
  ],
  [
    'dotnet test --coverage',
    "MSBUILD : error MSB1001: Unknown switch.\n    Full command line: 'MSBuild.dll'\nSwitch: --coverage",
    'dotnet | unknown-flag | --coverage',
  ],
  ['dotnet test a.csproj b.csproj', 'MSBUILD : error MSB1008: Only one project can be specified.\nSwitch: b.csproj'],
  [
    'dotnet ef database update',
    '  * You intended to execute a .NET program, but dotnet-ef does not exist.',
    'dotnet | unknown-command | ef',
  ],
  [
    'dotnet format --verify-no-changes',
    '/srv/Cart.cs(10,1): error WHITESPACE: Fix whitespace formatting. [/srv/a.csproj]',
    'dotnet | unformatted | /srv/Cart.cs',
  ],
  [
    'php artisan migrate:seed',
    '   ERROR  Command "migrate:seed" is not defined.',
    'php | unknown-command | migrate:seed',
  ],
  ['composer lint', '  Command "lint" is not defined.  ', 'composer | missing-task | lint'],
  ['php artisan test --paralel', '  The "--paralel" option does not exist.  ', 'php | unknown-flag | --paralel'],
  ['vendor/bin/phpstan analyse', '         🪪  missingType.return', 'phpstan | missingType.return | '],
  [
    'vendor/bin/phpstan analyse --error-format=raw',
    'app/Cart.php:42:No type. [identifier=missingType.return]',
    'phpstan | missingType.return | ',
  ],
  [
    'vendor/bin/pint --test',
    '  ⨯ app/Cart.php      no_unused_imports, ordered_imports',
    'pint | unformatted | app/Cart.php',
  ],
  [
    'mix test test/cart_test.exs',
    'Paths given to "mix test" did not match any directory/file: test/cart_test.exs',
    'mix | missing-path | test/cart_test.exs',
  ],
  ['mix test --fail-fast', '--fail-fast : Unknown option', 'mix | unknown-flag | --fail-fast'],
  ['mix run priv/seeds.ex', '** (Mix) No such file: priv/seeds.ex', 'mix | missing-path | priv/seeds.ex'],
  ['mix format --check-formatted', '** (Mix) mix format failed due to --check-formatted.', 'mix | unformatted | '],
  ['mix dialyzer', 'lib/cart.ex:12:7:no_return', 'dialyzer | no_return | '],
  [
    'swiftformat --lint .',
    '/srv/Sources/Cart.swift:3:1: error: (indent) Indent code in accordance with the scope level.',
    'swiftformat | unformatted | /srv/Sources/Cart.swift',
  ],
  ['swift build --product CartKit', "error: no product named 'CartKit'", 'swift | missing-target | CartKit'],
  [
    'xcodebuild test -scheme CartTests',
    'xcodebuild: error: The project named "Cart" does not contain a scheme named "CartTests".',
    'xcodebuild | missing-target | CartTests',
  ],
  ['terraform fmt -check', 'modules/vpc/main.tf', 'terraform | unformatted | modules/vpc/main.tf'],
  ['terraform plan', '│ Error: No configuration files', 'terraform | no-project-here | main.tf'],
  [
    'tflint',
    'Warning: Missing version constraint for provider "aws" (terraform_required_providers)',
    'tflint | terraform_required_providers | aws',
  ],
  [
    'checkov -d .',
    'Check: CKV_AWS_18: "Logging"\n\tPASSED for resource: aws_s3_bucket.a\nCheck: CKV_AWS_20: "ACL"\n\tFAILED for resource: aws_s3_bucket.b',
    'checkov | CKV_AWS_20 | aws_s3_bucket.b',
  ],
  ['hadolint Dockerfile', 'Dockerfile:3 DL3008 warning: Pin versions in apt get install.', 'hadolint | DL3008 | '],
  ['ansible-lint', 'fqcn[action-core]: Use FQCN for builtin module actions (command).', 'ansible-lint | fqcn | '],
  [
    'mvn checkstyle:check',
    '[WARN] src/main/java/Cart.java:[12,5] (sizes) LineLength: Line is longer than 120 characters.',
    'checkstyle | LineLength | ',
  ],
  [
    'mvn pmd:check',
    '[WARNING] PMD Failure: shop.Cart:12 Rule:UnusedPrivateField Priority:3 Avoid unused fields.',
    'pmd | UnusedPrivateField | ',
  ],
  [
    'mvn -pl web test',
    '[ERROR] Could not find the selected project in the reactor: web -> [Help 1]',
    'mvn | missing-target | web',
  ],
  ['git commit -m x', '✖   type may not be empty [type-empty]', 'commitlint | type-empty | '],
  [
    'pnpm turbo build --filter=web',
    "  x No package found with name 'web' in workspace",
    'turbo | missing-target | web',
  ],
  [
    'npx jest --testPathPattern cart',
    '  Option "testPathPattern" was replaced by "--testPathPatterns".',
    'jest | unknown-flag | --testPathPattern',
  ],
  ['gh pr diff 3 -- a.ts', 'accepts at most 1 arg(s), received 2', 'gh | invalid-argument | at-most-1'],
  ['npm install left', 'npm error Unsupported URL Type "workspace:": workspace:*', 'npm | other-manager | install'],
  ['pip install left', 'error: externally-managed-environment', 'pip | other-manager | install'],
  [
    'npx playwright test',
    "Error: browserType.launch: Executable doesn't exist at /home/sam/.cache/ms-playwright/chromium-1/chrome",
    'playwright | missing-browser | ms-playwright',
  ],
  ["sed -i 's/a/b/' .shop.yml", 'sed: 1: ".shop.yml": invalid command code .', 'sed | sed-in-place | .shop.yml'],
  ['git checkout main', "fatal: 'main' is already used by worktree at '/home/sam/shop'", 'git | branch-in-use | main'],
  ['git commit -m x', 'error: gpg failed to sign the data', 'git | no-signature | commit'],
  ['git commit -m x', 'error: 1Password: failed to fill whole buffer', 'git | no-signature | commit'],
  [
    'aws s3 ls',
    'Unable to locate credentials. You can configure credentials by running "aws configure".',
    'aws | no-login | Unable to locate credentials',
  ],
  ['kubectl --context prod get pods', 'error: context "prod" does not exist', 'kubectl | missing-target | prod'],
  // Wrappers that only say that a script failed tell nothing of their own.
  ['pnpm lint', ' ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  web@1.0.0 lint: `eslint .`'],
]

for (const [command, text, ...found] of SENTENCES)
  test(`${command} complains: ${text}`, () => {
    const { complaints } = judgeCall({ tool: 'Bash', args: { command }, result: text, flag: 'error' })
    assert.deepEqual(
      complaints.map(({ program, code, subject }) => `${program} | ${code} | ${subject}`),
      found,
    )
  })
