import { client, github, packages } from './trust-network.ts'
import {
  DATA,
  DELETES,
  DISCARDS,
  DISK,
  INFRASTRUCTURE,
  OPENS,
  OUTSIDE,
  PAYS,
  POWER,
  PUBLISHES,
  ROOT,
  SENDS,
  STOPS,
  UNSEEN,
} from './trust-reasons.ts'
import { destroysData } from './trust-sql.ts'
import { takesAway } from './trust-verbs.ts'

/**
 * Why a program with these words must not be shown as an example, undefined where nothing speaks against it. Goes by
 * program alone: where it writes is judged by the script it stands in.
 */
export const refusalOf = (program: string, words: readonly string[]): string | undefined => {
  const name = program.replace(/\.exe$/i, '')
  if (WINDOWS.has(name.toLowerCase())) return WINDOWS.get(name.toLowerCase())
  if (ALWAYS.has(name)) return ALWAYS.get(name)
  if (/^mkfs(?:\.|$)/.test(name)) return DISK
  if (words.some((word) => DRY.test(word))) return undefined
  const rule = BY_WORDS.get(name)
  if (rule !== undefined) return rule(words)
  return takesAway(name, words) ? DATA : undefined
}

const list = (text: string): string[] => text.split(' ')
const named = (reason: string, names: string): [string, string][] => list(names).map((name) => [name, reason])

const ALWAYS = new Map<string, string>([
  ...named(DELETES, 'rm unlink shred srm rimraf del-cli trash trash-put trash-empty truncate wipe'),
  ...named(DISK, 'dd fdisk sfdisk parted wipefs diskutil format mkswap'),
  ...named(POWER, 'shutdown reboot halt poweroff'),
  ...named(STOPS, 'killall pkill taskkill'),
  ...named(
    ROOT,
    'sudo doas su pkexec runuser runas visudo passwd useradd userdel usermod mount umount iptables ufw launchctl',
  ),
  ...named(SENDS, 'mail mailx sendmail mutt neomutt msmtp swaks ssmtp telegram-send wall twilio'),
  ...named(DATA, 'dropdb dropuser'),
  ...named(PUBLISHES, 'semantic-release release-it np goreleaser'),
])

/** Their names are the same in any case. */
const WINDOWS = new Map<string, string>([
  ...named(DELETES, 'remove-item ri del erase rd clear-content clear-recyclebin'),
  ...named(DISK, 'format-volume clear-disk'),
  ...named(POWER, 'stop-computer restart-computer'),
  ...named(STOPS, 'stop-process'),
  ...named(UNSEEN, 'invoke-expression iex'),
])

/** With one of these nothing is done. */
const DRY = /^--?(?:dry-?run(?:=(?!none|false).*)?|whatif|help|version)$/

type ByWords = (words: readonly string[]) => string | undefined

/** Words that are no options. */
const plain = (words: readonly string[]): string[] => words.filter((word) => !word.startsWith('-'))

/** Whether an option is given, as a letter in any cluster of letters or in full. */
const has = (words: readonly string[], letters: string, ...full: string[]): boolean =>
  words.some((word) => {
    if (word.startsWith('--')) return full.some((name) => word === name || word.startsWith(`${name}=`))
    return /^-[A-Za-z]{1,8}$/.test(word) && [...letters].some((letter) => word.includes(letter))
  })

const refuses =
  (reason: string, verbs: string): ByWords =>
  (words) =>
    plain(words)
      .slice(0, MAX_VERB_WORDS)
      .some((word) => list(verbs).includes(word))
      ? reason
      : undefined

/** Sub-commands stand at the beginning; behind them are names, which may be called anything. */
const MAX_VERB_WORDS = 3

const GIT_VALUED = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])

const git: ByWords = (all) => {
  let at = 0
  while ((all[at] ?? '').startsWith('-')) at += GIT_VALUED.has(all[at] ?? '') ? 2 : 1
  const [verb = '', ...words] = all.slice(at)
  if (verb === 'send-email') return SENDS
  if (verb === 'config' && words.some((word) => word.startsWith('!'))) return UNSEEN
  if (GIT.get(verb)?.(words) !== true) return undefined
  return verb === 'config' ? OUTSIDE : DISCARDS
}

/** `git checkout name` discards what was done to a file; a branch has no ending, and no dot in front. */
const isFile = (word: string): boolean => word.startsWith('.') || /[^/.]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(word)

const GIT = new Map<string, (words: readonly string[]) => boolean>([
  ['config', (words) => has(words, '', '--global', '--system') && !has(words, 'l', '--get', '--list')],
  [
    'push',
    (words) =>
      has(words, 'fd', '--force', '--force-with-lease', '--force-if-includes', '--delete', '--mirror', '--prune') ||
      plain(words).some((word) => /^[+:]./.test(word)),
  ],
  ['reset', (words) => has(words, '', '--hard', '--merge', '--keep')],
  ['clean', (words) => has(words, 'f', '--force') && !has(words, 'n')],
  ['branch', (words) => has(words, 'D') || (has(words, 'd', '--delete') && has(words, 'f', '--force'))],
  ['checkout', (words) => has(words, 'f', '--force') || words.includes('--') || plain(words).some(isFile)],
  ['switch', (words) => has(words, 'f', '--force', '--discard-changes')],
  ['restore', (words) => !has(words, 'S', '--staged') || has(words, 'W', '--worktree')],
  ['rm', (words) => !has(words, '', '--cached')],
  ['stash', (words) => words[0] === 'drop' || words[0] === 'clear'],
  ['tag', (words) => has(words, 'df', '--delete', '--force')],
  ['worktree', (words) => words[0] === 'remove' && has(words, 'f', '--force')],
  ['reflog', (words) => words[0] === 'expire' || words[0] === 'delete'],
  ['gc', (words) => words.some((word) => word.startsWith('--prune='))],
  ['update-ref', (words) => has(words, 'd')],
  ['filter-branch', () => true],
  ['filter-repo', () => true],
  ['submodule', (words) => (words[0] === 'deinit' && has(words, 'f', '--force')) || launches(words, 'foreach')],
  ['bisect', (words) => launches(words, 'run')],
])

const launches = ([verb = '', program = '', ...words]: readonly string[], wanted: string): boolean =>
  verb === wanted && refusalOf(program, words) !== undefined

const FORCED_COMPOSE = 'v'
const docker: ByWords = (words) => {
  const rest = plain(words)
  const [first = '', second = ''] = rest[0] === 'compose' ? rest.slice(1) : rest
  if (first === 'push') return PUBLISHES
  if (second === 'prune' || first === 'prune') return DATA
  if (rest[0] === 'compose' && rest.includes('down') && has(words, FORCED_COMPOSE, '--volumes')) return DATA
  if (first === 'down') return has(words, FORCED_COMPOSE, '--volumes') ? DATA : undefined
  if (first === 'rm' || first === 'rmi') return has(words, 'fv', '--force', '--volumes') ? DATA : undefined
  if (first === 'volume' && (second === 'rm' || second === 'remove')) return DATA
  const isNoun = /^(?:container|image|network|system|swarm|stack|service|node|secret|config)$/.test(first)
  return isNoun && /^(?:rm|remove|leave)$/.test(second) ? DATA : undefined
}

const DESTROYING = /(?:^|[:-])(?:delete|destroy|terminate|remove|rm|rb|purge|deregister|drop|wipe|nuke|reset)(?:$|[:-])/

/** Their sub-commands nest, so more words are looked at. */
const cloud: ByWords = (words) =>
  plain(words)
    .slice(0, 5)
    .some((word) => DESTROYING.test(word) || word === 'deploy') ||
  words.some((word) => /^--(?:delete|prod)$/.test(word))
    ? INFRASTRUCTURE
    : undefined

const sql: ByWords = (words) => ([...words, words.join(' ')].some(destroysData) ? DATA : undefined)

const TARGET =
  /^(?:un)?(?:publish|deploy|destroy|nuke|wipe)(?:$|[:-])|^release(?:$|:)|^(?:db|database)[:-](?:drop|reset|wipe|purge)/
const PUBLISHING = /^(?:publish|unpublish|deprecate)$/

/** `npm publish`, and scripts that are called after what they do. */
const scripts: ByWords = (words) => {
  const own = plain(words)
  if (
    has(words, 'g', '--global') &&
    own.some((word) => /^(?:i|install|add|uninstall|remove|rm|link|update)$/.test(word))
  )
    return OUTSIDE
  if (own.slice(0, 2).some((word) => PUBLISHING.test(word))) return PUBLISHES
  const target = own.slice(0, MAX_VERB_WORDS).find((word) => TARGET.test(word))
  if (target === undefined) return undefined
  return /db|data|drop|wipe|nuke|destroy/.test(target) ? DATA : PUBLISHES
}

const kill: ByWords = (words) =>
  words.some((word) => /^-(?:9|KILL|SIGKILL)$/i.test(word)) ||
  (/^(?:-s|--signal)$/.test(words[0] ?? '') && /^(?:9|(?:SIG)?KILL)$/i.test(words[1] ?? '')) ||
  words.includes('-1')
    ? STOPS
    : undefined

const chmod: ByWords = (words) =>
  plain(words).some((word) => /^0?[0-7]?[0-7]{2}[2367]$/.test(word) || /^[ugo]*[ao][ugo]*[+=][rxX]*w/.test(word))
    ? OPENS
    : undefined

const find: ByWords = (words) => {
  if (words.includes('-delete')) return DELETES
  for (const [at, word] of words.entries()) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(word)) continue
    const [program = '', ...rest] = words.slice(at + 1)
    const reason = refusalOf(program.slice(program.lastIndexOf('/') + 1), rest)
    if (reason !== undefined) return reason
  }
  return undefined
}

const migration: ByWords = (words) =>
  words.some((word) => /^(?:db:(?:drop|reset|purge|wipe)(?::\w+)?|migrate:(?:fresh|reset)|flush|reset_db)$/.test(word))
    ? DATA
    : undefined

const either =
  (...rules: ByWords[]): ByWords =>
  (words) => {
    for (const rule of rules) {
      const reason = rule(words)
      if (reason !== undefined) return reason
    }
    return undefined
  }

const ruled = (rule: ByWords, names: string): [string, ByWords][] => list(names).map((name) => [name, rule])

const BY_WORDS = new Map<string, ByWords>([
  ['git', git],
  ['find', find],
  ['kill', kill],
  ['chmod', chmod],
  ...ruled(docker, 'docker podman nerdctl docker-compose podman-compose'),
  ...ruled(github, 'gh glab'),
  ...ruled((words) => git(words) ?? github(words), 'hub'),
  ...ruled((words) => (has(words, 'z') ? undefined : SENDS), 'nc ncat netcat socat telnet'),
  ...ruled((words) => (words.some((word) => word.includes('$()')) ? SENDS : undefined), 'dig nslookup host ping'),
  ...ruled(packages, 'pip pip3 npx pnpx bunx uvx pipx'),
  ...ruled(client, 'curl wget http https xh httpie'),
  ...ruled(
    sql,
    'psql mysql mariadb sqlite3 duckdb clickhouse clickhouse-client sqlcmd cockroach usql pgcli mycli snowsql mongosh mongo redis-cli turso',
  ),
  ...ruled(
    cloud,
    'aws gcloud az doctl fly flyctl heroku vercel netlify wrangler railway supabase firebase hcloud oci gsutil s3cmd s5cmd eksctl linode-cli bq',
  ),
  ...ruled(refuses(INFRASTRUCTURE, 'apply destroy import taint'), 'terraform tofu terragrunt'),
  ...ruled(refuses(INFRASTRUCTURE, 'up destroy cancel'), 'pulumi'),
  ...ruled(refuses(INFRASTRUCTURE, 'deploy destroy remove'), 'cdk sst serverless sls'),
  ...ruled(refuses(INFRASTRUCTURE, 'delete drain uninstall apply replace install upgrade rollback'), 'kubectl oc helm'),
  ...ruled(
    (words) => (words.includes('--check') || words.includes('-C') ? undefined : INFRASTRUCTURE),
    'ansible-playbook',
  ),
  ...ruled(
    refuses(OUTSIDE, 'install remove uninstall upgrade purge autoremove reinstall add del'),
    'brew apt apt-get dnf yum pacman apk snap choco winget port',
  ),
  ...ruled((words) => (words.some((word) => /^\/s$/i.test(word)) ? DELETES : undefined), 'rmdir'),
  ...ruled(refuses(DATA, 'delete purge deletefile sync move cleanup'), 'rclone'),
  ...ruled((words) => (words.some((word) => word.startsWith('--delete')) ? DELETES : undefined), 'rsync'),
  ...ruled(
    either(scripts, migration),
    'npm pnpm yarn bun lerna changeset make gmake just task mise turbo nx vsce ovsx',
  ),
  ...ruled(refuses(PUBLISHES, 'publish yank release owner'), 'cargo poetry uv flit hatch pdm rye jsr'),
  ...ruled(refuses(PUBLISHES, 'push yank'), 'gem pod nuget'),
  ...ruled(refuses(PUBLISHES, 'upload'), 'twine conda anaconda'),
  ...ruled(refuses(PUBLISHES, 'deploy publish'), 'mvn mvnw gradle gradlew sbt'),
  ...ruled(refuses(PUBLISHES, 'push'), 'dotnet crane skopeo'),
  ...ruled((words) => (words[0] === 'hex.publish' ? PUBLISHES : migration(words)), 'mix'),
  ...ruled(migration, 'rails rake artisan php python python3 django-admin manage.py'),
  ...ruled((words) => (/reset|force-reset/.test(words.join(' ')) ? DATA : undefined), 'prisma'),
  ...ruled((words) => (words.includes('downgrade') && words.includes('base') ? DATA : undefined), 'alembic'),
  ...ruled(refuses(PAYS, 'create confirm capture refund pay cancel trigger'), 'stripe paypal'),
  ...ruled(refuses(SENDS, 'send reply forward'), 'himalaya slack signal-cli gmail'),
  ...ruled((words) => (/\bsend\b/i.test(words.join(' ')) ? SENDS : undefined), 'osascript'),
  ...ruled((words) => (plain(words).length > 0 || has(words, 'r') ? ROOT : undefined), 'crontab'),
  ...ruled(refuses(POWER, 'poweroff reboot halt kexec stop disable mask kill'), 'systemctl'),
  ...ruled(refuses(POWER, '0 6'), 'init telinit'),
])
