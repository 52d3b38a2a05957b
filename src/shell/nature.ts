import { SHELLS } from './names.ts'
import type { ShellCommand } from './script.ts'
import type { ToolKind } from '../schema/outcome.ts'

/**
 * How a program's outcome shows in its output:
 * - `content`: prints files or data, which may say anything; only `program: ...` lines are its own complaint
 * - `viewer`: prints data too, but complains in sentences of its own (gh, kubectl, curl)
 * - `search`: prints matches; nothing printed means no match, exit code 1
 * - `report`: prints findings; anything printed means a non-zero exit code
 * - `probe`: asks a question; nothing printed means no
 * - `mute`: answers by exit code alone, its output tells nothing
 * - `silent`: says nothing when it works
 * - `unfailing`: cannot fail in practice
 * - `patch`: confirms every success with a fixed sentence
 * - `test`, `check`, `build`, `ordinary`: reports its failure in the last lines
 * - `stranger`: a program we know nothing about
 */
export type Nature =
  | 'content'
  | 'viewer'
  | 'search'
  | 'report'
  | 'probe'
  | 'mute'
  | 'silent'
  | 'unfailing'
  | 'patch'
  | 'test'
  | 'check'
  | 'build'
  | 'ordinary'
  | 'stranger'

/** Says how to read the output of a command, from its program and, where one program does many things, its words. */
export const natureOf = (command: ShellCommand): Nature => {
  const special = SPECIAL.get(command.program)
  return special?.(command.words) ?? NATURES.get(command.program) ?? natureByName(command.program)
}

/** Whether our own tables have the program, so that its name is no word of a stranger. */
export const isKnownProgram = (program: string): boolean =>
  NATURES.has(program) || SPECIAL.has(program) || SHELLS.has(program)

/** What kind of work a program does, undefined where it says nothing (cd, echo, git commit). */
export const workOf = (command: ShellCommand): ToolKind | undefined => {
  const nature = natureOf(command)
  if (nature === 'test' || nature === 'check' || nature === 'build') return 'code'
  if (RESEARCH.has(command.program)) return 'research'
  if (CODE.has(command.program)) return 'code'
  if (nature === 'content' && command.program !== 'git') return FILE_BLIND.has(command.program) ? undefined : 'file'
  if (nature === 'search' || nature === 'report' || nature === 'patch') return 'file'
  return FILE.has(command.program) ? 'file' : undefined
}

const names = (text: string): string[] => text.split(' ')

const NATURES = new Map<string, Nature>()
const declare = (nature: Nature, text: string): void => {
  for (const name of names(text)) NATURES.set(name, nature)
}
declare(
  'content',
  'cat bat head tail sed awk gawk nl cut sort uniq tr wc tee column fold rev tac paste join comm xxd od hexdump strings base64 jq yq xmllint ls tree find fd fdfind stat file du df env printenv ps top free lsblk history man less more basename dirname expr bc tput id uname hostname md5sum sha1sum sha256sum shasum iconv csvcut csvlook eza exa mdcat plutil sw_vers nm otool objdump readelf coqtop date ocaml ghci gdb lldb zcat gunzip unzip tar',
)
declare('search', 'grep rg egrep fgrep zgrep ag ack ugrep git-grep')
declare('report', 'cmp colordiff shellcheck actionlint codespell typos hadolint')
declare('probe', 'which type whereis pgrep pidof lsof fuser realpath readlink')
declare('mute', 'test [ [[ pkill killall false wait read exit return let sshpass')
declare(
  'silent',
  'cd pushd popd mkdir cp mv rm rmdir touch chmod chown chgrp ln export unset set shopt alias source . kill umask install truncate mkfifo sync trap disown renice ssh-add trash',
)
declare('unfailing', 'echo printf true : sleep pwd whoami seq clear')
declare('patch', 'apply_patch applypatch')
declare(
  'viewer',
  'curl wget http xh gh glab kubectl helm docker-logs journalctl dig nslookup host ping aws gcloud az psql sqlite3 mysql redis-cli tmux entr',
)
declare(
  'test',
  'pytest py.test pest jest vitest mocha ava tap phpunit rspec ctest bats playwright cypress nextest tox nox gotestsum ginkgo unittest karma testem',
)
declare(
  'check',
  'ansible-lint phpstan psalm pint phpcs php-cs-fixer swiftformat checkov tfsec cppcheck commitlint standardrb tsc tsgo vue-tsc svelte-check eslint oxlint biome prettier stylelint mypy pyright ruff black isort flake8 pylint bandit golangci-lint staticcheck revive errcheck goimports gofumpt clippy-driver rubocop ktlint detekt swiftlint markdownlint markdownlint-cli2 yamllint knip depcheck tflint pre-commit lefthook semgrep buf sqlfluff djlint ty basedpyright',
)
declare(
  'build',
  'make gmake cmake ninja meson bazel buck mvn gradle gradlew mvnw sbt ant msbuild dotnet xcodebuild swift swiftc gcc g++ clang clang++ cc rustc javac kotlinc ghc cabal stack webpack vite rollup esbuild tsup turbo nx next astro parcel coqc rocq coq_makefile dune lake lean opam latexmk pdflatex docker-compose scons zig',
)
declare(
  'ordinary',
  'git python python3 python2 node deno bun ruby perl php java go cargo npm pnpm yarn pip pip3 uv poetry mise task just docker podman ssh scp rsync systemctl service terraform ansible ansible-playbook brew apt apt-get dnf yum apk snap rustup nvm asdf tsx ts-node bash sh zsh createdb dropdb pg_ctl openssl gpg crontab codex claude npx sudo su mount umount rails bundle composer gem mix elixir lein flutter dart R Rscript julia nix nix-shell vercel netlify wrangler fly heroku supabase prisma alembic flask django-admin uvicorn gunicorn streamlit jupyter osascript open pbcopy xcrun',
)

type ByWords = (words: readonly string[]) => Nature | undefined

const SPECIAL = new Map<string, ByWords>([
  ['git', (words) => natureOfGit(words)],
  ['diff', (words) => (words.includes('--version') ? 'content' : 'report')],
  ['gofmt', (words) => (words.includes('-d') ? 'report' : 'check')],
  ['shfmt', (words) => (words.includes('-d') ? 'report' : 'check')],
  ['command', (words) => (words[0] === '-v' || words[0] === '-V' ? 'probe' : undefined)],
  ['go', (words) => GO.get(words[0] ?? '')],
  ['cargo', (words) => CARGO.get(firstPlain(words))],
  ['deno', (words) => SCRIPTS.get(words[0] ?? '')],
  ['bun', (words) => SCRIPTS.get(words[0] ?? '')],
  ['npm', (words) => natureOfScripts(words)],
  ['pnpm', (words) => natureOfScripts(words)],
  ['yarn', (words) => natureOfScripts(words)],
  ['python', (words) => natureOfPython(words)],
  ['python3', (words) => natureOfPython(words)],
  ['node', (words) => (words.includes('--test') ? 'test' : undefined)],
  ['docker', (words) => natureOfDocker(words)],
  ['podman', (words) => natureOfDocker(words)],
  ['ssh', (words) => (words.filter((word) => !word.startsWith('-')).length > 1 ? 'silent' : undefined)],
  ['kubectl', (words) => (words.includes('exec') ? 'silent' : undefined)],
  ['systemctl', (words) => (words.includes('--quiet') || words.includes('-q') ? 'mute' : undefined)],
  ['grep', (words) => (words.some(isQuietFlag) ? 'mute' : 'search')],
  ['rg', (words) => (words.some(isQuietFlag) ? 'mute' : 'search')],
  ['cmp', (words) => (words.includes('-s') ? 'mute' : 'report')],
  ['dotnet', (words) => (words[0] === 'test' ? 'test' : 'build')],
  // On its own it reads sentences one by one and goes on after each error.
  ['coqtop', (words) => (words.includes('-batch') ? 'build' : undefined)],
  ['swift', (words) => (words[0] === 'test' ? 'test' : 'build')],
  ['terraform', (words) => TERRAFORM.get(firstPlain(words))],
  ['tofu', (words) => TERRAFORM.get(firstPlain(words))],
  ['mix', (words) => MIX.get(firstPlain(words))],
  ['php', (words) => (words[0] === 'artisan' && words[1] === 'test' ? 'test' : undefined)],
])

const isQuietFlag = (word: string): boolean => word === '--quiet' || /^-[a-zA-Z]*q[a-zA-Z]*$/.test(word)

const firstPlain = (words: readonly string[]): string => words.find((word) => !/^[-+]/.test(word)) ?? ''

const GO = new Map<string, Nature>([
  ['test', 'test'],
  ['vet', 'check'],
  ['build', 'build'],
  ['install', 'build'],
  ['generate', 'build'],
  ['doc', 'viewer'],
  ['list', 'viewer'],
  ['env', 'viewer'],
])

const CARGO = new Map<string, Nature>([
  ['test', 'test'],
  ['nextest', 'test'],
  ['clippy', 'check'],
  ['fmt', 'check'],
  ['check', 'build'],
  ['build', 'build'],
])

const TERRAFORM = new Map<string, Nature>([
  ['fmt', 'check'],
  ['validate', 'check'],
])

const MIX = new Map<string, Nature>([
  ['test', 'test'],
  ['credo', 'check'],
  ['dialyzer', 'check'],
  ['format', 'check'],
  ['compile', 'build'],
])

const SCRIPTS = new Map<string, Nature>([
  ['test', 'test'],
  ['t', 'test'],
  ['lint', 'check'],
  ['typecheck', 'check'],
  ['check', 'check'],
  ['build', 'build'],
  ['fmt', 'check'],
])

const natureOfScripts = (words: readonly string[]): Nature | undefined => {
  const plain = words.filter((word) => !word.startsWith('-'))
  const script = plain[0] === 'run' || plain[0] === 'run-script' ? (plain[1] ?? '') : (plain[0] ?? '')
  return SCRIPTS.get(script) ?? SCRIPTS.get(script.split(/[:-]/)[0] ?? '')
}

const natureOfPython = (words: readonly string[]): Nature | undefined => {
  const module = words[0] === '-m' ? (words[1] ?? '') : ''
  return module === '' ? undefined : NATURES.get(module)
}

const natureOfDocker = (words: readonly string[]): Nature | undefined => {
  const verb = firstPlain(words[0] === 'compose' ? words.slice(1) : words)
  if (verb === 'exec') return 'silent'
  return DOCKER_VIEWS.has(verb) ? 'viewer' : undefined
}

const DOCKER_VIEWS = new Set(names('logs ps images inspect stats top version info port history'))

const GIT_CONTENT = new Set(
  names(
    'log show diff blame status branch tag ls-files ls-tree cat-file shortlog reflog remote describe whatchanged show-branch annotate help version',
  ),
)
const GIT_PROBES = new Set(names('check-ignore show-ref'))
const GIT_MUTE = new Set(names('merge-base'))

const natureOfGit = (all: readonly string[]): Nature | undefined => {
  const words = [...all]
  while (words.length > 0 && (words[0] ?? '').startsWith('-'))
    words.splice(0, words[0] === '-C' || words[0] === '-c' ? 2 : 1)
  const verb = words[0] ?? ''
  if (verb === 'grep') return 'search'
  if (verb === 'diff' && (words.includes('--quiet') || words.includes('-q'))) return 'mute'
  if (verb === 'diff' && words.some((word) => /^--(?:no-index|exit-code|check)$/.test(word))) return 'report'
  if (verb === 'config') return words.includes('--get') || words.length === 2 ? 'probe' : undefined
  if (verb === 'rev-parse') return words.includes('-q') || words.includes('--quiet') ? 'probe' : undefined
  if (verb === 'ls-remote') return words.includes('--exit-code') ? 'probe' : 'content'
  if (GIT_CONTENT.has(verb)) return 'content'
  if (GIT_PROBES.has(verb)) return 'probe'
  return GIT_MUTE.has(verb) && words.includes('--is-ancestor') ? 'mute' : undefined
}

const natureByName = (program: string): Nature => {
  if (program === '') return 'silent'
  if (/(?:^|[-_.])tests?(?:$|[-_.])/.test(program)) return 'test'
  return /\.(?:sh|py|js|mjs|ts|rb|pl)$/.test(program) ? 'ordinary' : 'stranger'
}

const RESEARCH = new Set(names('curl wget http xh dig nslookup lynx w3m links'))
const CODE = new Set(
  names(
    'go cargo python python3 node deno bun ruby java tsx ts-node npm pnpm yarn npx pip pip3 uv poetry gofmt shellcheck Rscript julia php perl docker-compose',
  ),
)
const FILE = new Set(names('mkdir cp mv rm rmdir touch chmod ln install truncate'))
/** They print data, but not out of files. */
const FILE_BLIND = new Set(
  names('env printenv ps top free lsblk history man id uname hostname df expr bc tput sw_vers'),
)
