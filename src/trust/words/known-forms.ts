import { type LineForm, lineForm, type ShownLine } from './line-form.ts'

/**
 * Lines that the programs of a project print and that say nothing but how a check went, by program. Blanks stand for any number of
 * blanks, and rows of `=` around a line are left out. Messages, titles and names in them are free words and are not shown.
 */
export const KNOWN_FORMS: Readonly<Record<string, readonly string[]>> = {
  go: [
    'ok {p} {t}',
    'ok {p} (cached)',
    'ok {p} {t} coverage: {n}% of statements',
    'ok {p} {t} [no tests to run]',
    '? {p} [no test files]',
    'FAIL {p} {t}',
    'FAIL {p} [build failed]',
    '--- {one:FAIL|PASS|SKIP}: {w} ({t})',
    '=== RUN {w}',
    'coverage: {n}% of statements',
    'PASS',
    'FAIL',
  ],
  cargo: [
    'running {n} {one:tests|test}',
    'test {w} ... {one:ok|FAILED|ignored}',
    'test result: {one:ok|FAILED}. {n} passed; {n} failed; {n} ignored; {n} measured; {n} filtered out',
    'test result: {one:ok|FAILED}. {n} passed; {n} failed; {n} ignored; {n} measured; {n} filtered out; finished in {t}',
    'Compiling {w} {w} ({p})',
    'Checking {w} {w} ({p})',
    'Finished {*} target(s) in {t}',
    'Summary [ {t}] {n} tests run: {counts:passed|failed|skipped|slow}',
  ],
  rustc: [
    'error[{code}]: {*}',
    'warning: {*} generated {n} {one:warnings|warning}',
    '--> {p}:{n}:{n}',
    'error: could not compile {*} due to {n} previous {one:errors|error}',
  ],
  pytest: [
    '{counts:passed|failed|skipped|xfailed|xpassed|errors|error|warnings|warning|deselected|rerun} in {t}',
    '{counts:passed|failed|skipped|xfailed|xpassed|errors|error|warnings|warning|deselected|rerun} in {t} ({clock})',
    'collected {n} {one:items|item}',
    '{one:FAILED|ERROR} {p}::{w}',
    '{one:FAILED|ERROR} {p}::{w} - {*}',
    'no tests ran in {t}',
  ],
  jest: [
    'Tests: {counts:passed|failed|skipped|todo|total}',
    'Test Suites: {counts:passed|failed|skipped|todo|total}',
    'Snapshots: {counts:passed|failed|written|obsolete|total}',
    'Time: {t}',
    'Time: {t}, estimated {t}',
    '{one:PASS|FAIL} {p}',
    '{one:PASS|FAIL} {p} ({t})',
    'Ran all test suites.',
  ],
  vitest: [
    'Test Files {counts:passed|failed|skipped} ({n})',
    'Tests {counts:passed|failed|skipped|todo} ({n})',
    'Duration {t}',
    'Duration {t} (transform {t}, setup {t}, collect {t}, tests {t}, environment {t}, prepare {t})',
    'Start at {clock}',
    '{one:✓|❯|×} {p} ({n} {one:tests|test}) {t}',
    '{one:✓|❯|×} {p} ({n} {one:tests|test})',
  ],
  'node:test': [
    '{one:#|ℹ} {one:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms} {n}',
    '{one:ok|not ok} {n} - {*}',
    '{one:✔|✖|✓} {*} ({t})',
    'TAP version {n}',
    '1..{n}',
  ],
  mocha: ['{n} passing ({t})', '{n} {one:passing|failing|pending}'],
  maven: [
    'Tests run: {n}, Failures: {n}, Errors: {n}, Skipped: {n}',
    '[{one:INFO|WARNING|ERROR}] Tests run: {n}, Failures: {n}, Errors: {n}, Skipped: {n}',
    '[{one:INFO|WARNING|ERROR}] Tests run: {n}, Failures: {n}, Errors: {n}, Skipped: {n}, Time elapsed: {t} {*}',
    '[INFO] BUILD {one:SUCCESS|FAILURE}',
    '[INFO] Total time: {t}',
    '[ERROR] {p}:[{n},{n}] {*}',
  ],
  gradle: [
    'BUILD {one:SUCCESSFUL|FAILED} in {t}',
    '{n} actionable {one:tasks|task}: {counts:executed|up-to-date|from cache}',
    '> Task :{w}',
    '> Task :{w} {one:UP-TO-DATE|FAILED|NO-SOURCE|SKIPPED|FROM-CACHE}',
    '{n} tests completed, {n} failed',
  ],
  rspec: [
    '{counts:examples|example|failures|failure|pending}',
    'Finished in {t} (files took {t} to load)',
    'rspec {p} # {*}',
  ],
  dotnet: [
    '{one:Passed!|Failed!} - Failed: {n}, Passed: {n}, Skipped: {n}, Total: {n}',
    '{one:Passed!|Failed!} - Failed: {n}, Passed: {n}, Skipped: {n}, Total: {n}, Duration: {t} - {*}',
    'Build {one:succeeded|FAILED}.',
    '{n} {one:Warning(s)|Error(s)}',
    'Time Elapsed {clock}',
    '{one:Passed|Failed|Skipped|Total tests}: {n}',
  ],
  tsc: [
    '{p}({n},{n}): error {code}: {*}',
    '{p}:{n}:{n} - error {code}: {*}',
    'error {code}: {*}',
    'Found {n} {one:errors|error}.',
    'Found {n} {one:errors|error} in {n} files.',
    'Found {n} errors in the same file, starting at: {p}',
    'Found {n} {one:errors|error} in {p}',
  ],
  eslint: [
    '{n}:{n} {one:error|warning} {*} {w}',
    '{one:✖|✔} {n} {one:problems|problem} ({n} {one:errors|error}, {n} {one:warnings|warning})',
  ],
  oxlint: [
    'Found {n} {one:warnings|warning} and {n} {one:errors|error}.',
    'Finished in {t} on {n} {one:files|file} with {n} rules using {n} threads.',
  ],
  biome: [
    'Checked {n} {one:files|file} in {t}. No fixes applied.',
    'Checked {n} {one:files|file} in {t}. Fixed {n} {one:files|file}.',
    'Formatted {n} {one:files|file} in {t}. No fixes applied.',
    'Formatted {n} {one:files|file} in {t}. Fixed {n} {one:files|file}.',
    '{p}:{n}:{n} {w} {*}',
  ],
  ruff: [
    'All checks passed!',
    '{p}:{n}:{n}: {code} {*}',
    '{counts:files reformatted|file reformatted|files left unchanged|file left unchanged|files already formatted|file already formatted}',
    'Would reformat: {p}',
  ],
  // Before those with less to say of the same beginning.
  shellcheck: ['{p}:{n}:{n}: {one:error|warning|note|info|style}: {*} [{code}]', 'In {p} line {n}:'],
  gcc: [
    '{p}:{n}:{n}: {one:error|warning|note}: {*} [-W{w}]',
    '{p}:{n}:{n}: {one:error|warning|note}: {*}',
    '{n} {one:errors|error|warnings|warning} generated.',
    '{n} {one:errors|error|warnings|warning}',
  ],
  mypy: [
    'Success: no issues found in {n} source {one:files|file}',
    'Found {n} {one:errors|error} in {n} {one:files|file} (checked {n} source {one:files|file})',
    '{p}:{n}: {one:error|note|warning}: {*} [{w}]',
  ],
  'golangci-lint': ['{n} issues.', '{n} issues:', '* {w}: {n}', '{p}:{n}:{n}: {*} ({w})'],
  javac: ['{p}:{n}: {one:error|warning|note}: {*}'],
  prettier: [
    'Checking formatting...',
    'All matched files use Prettier code style!',
    '[warn] {p}',
    '{p} {t}',
    '{p} {t} (unchanged)',
  ],
  'git status': [
    'On branch {w}',
    'nothing to commit, working tree clean',
    'nothing added to commit but untracked files present (use "git add" to track)',
    'no changes added to commit (use "git add" and/or "git commit -a")',
    'Changes not staged for commit:',
    'Changes to be committed:',
    'Untracked files:',
    "Your branch is up to date with '{w}'.",
    "Your branch is {one:ahead of|behind} '{w}' by {n} {one:commits|commit}.",
    '{one:modified|new file|deleted|both modified|typechange}: {p}',
    'renamed: {p} -> {p}',
    '{one:M|A|D|R|C|U|MM|AM|AD|UU|T|??|!!} {p}',
    '## {w}',
  ],
}

/** The line as it may be shown, where it has a form that we know. Linear: long lines are never looked at. */
export const knownLine = (line: string): ShownLine | undefined => {
  if (line.length > LONGEST_LINE_CHARS) return undefined
  const plain = line.replaceAll(/\s+/g, ' ').trim()
  const bare = FRAMED.exec(plain)?.[1] ?? plain
  const first = bare.charAt(0)
  if (first === '') return undefined
  const bucket = /\d/.test(first) ? '#' : first
  for (const form of [...(FORMS.get(bucket) ?? []), ...(FORMS.get(ANY) ?? [])]) {
    const shown = form(bare)
    if (shown !== undefined) return shown
  }
  return undefined
}

const LONGEST_LINE_CHARS = 400
/** `==== 3 passed in 0.1s ====` */
const FRAMED = /^[=_-]{3,200} ([^=_-].{0,300}) [=_-]{3,200}$/

const ANY = ''

/** By the character that a line of this form begins with, so that most lines are held against few forms. */
const FORMS: ReadonlyMap<string, readonly LineForm[]> = (() => {
  const forms = new Map<string, LineForm[]>()
  for (const sentence of Object.values(KNOWN_FORMS).flat()) {
    const form = lineForm(sentence)
    for (const bucket of beginningsOf(sentence)) forms.set(bucket, [...(forms.get(bucket) ?? []), form])
  }
  return forms
})()

function beginningsOf(sentence: string): Set<string> {
  if (!sentence.startsWith('{')) return new Set([/^\d/.test(sentence) ? '#' : sentence.charAt(0)])
  if (/^\{(?:n|t|counts)\b/.test(sentence)) return new Set(['#'])
  const words = /^\{one:([^}]{1,200})\}/.exec(sentence)?.[1]
  return new Set(words === undefined ? [ANY] : words.split('|').map((word) => word.charAt(0)))
}
