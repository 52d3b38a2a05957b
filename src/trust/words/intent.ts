import { readShell } from '../../shell/script.ts'
import { readToolFacts } from '../../outcome/tool-facts.ts'
import { isShownShape } from './command-word.ts'
import { type Check, checkIn } from './own-check.ts'

/**
 * What a call was for, in a sentence of our own by its kind. Neither the user's nor the model's words: a model repeats what a page
 * said, and a user what a mail said. `tool` must be fit to be shown.
 */
export const ownIntent = ({ tool, shape, isShell }: { tool: string; shape: string; isShell: boolean }): string => {
  if (!isShell) return TOOLS[readToolFacts(tool).family] ?? toolIntent(tool)
  const check = checkIn(shape)
  if (check !== undefined) return CHECKS[check]
  const [command] = readShell(shape).commands
  const known = command?.program === 'git' ? GIT[command.words[0] ?? ''] : PROGRAMS.get(command?.program ?? '')
  return known ?? (isShownShape(shape) ? `Run ${shape}` : 'Run a command')
}

const CHECKS: Record<Check, string> = {
  test: 'Run the tests',
  lint: 'Check the style',
  types: 'Check the types',
  format: 'Format the code',
  build: 'Build it',
  check: 'Run the checks',
  status: 'See what has changed',
}

const GIT: Record<string, string | undefined> = {
  add: 'Stage the change',
  blame: 'See who changed a line',
  branch: 'Look at the branches',
  commit: 'Commit the change',
  diff: 'Look at the difference',
  log: 'Look at recent commits',
  show: 'Look at a commit',
  stash: 'Put changes aside',
}

const programs = (said: string, names: string): [string, string][] => names.split(' ').map((name) => [name, said])

const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ...programs('Search the files', 'grep egrep fgrep rg ag ack'),
  ...programs('Find files by name', 'find fd locate'),
  ...programs('List files', 'ls tree du stat file'),
  ...programs('Read a file', 'cat bat head tail less more nl'),
  ...programs('Read or change lines of a file', 'sed awk cut sort uniq tr'),
  ...programs('See whether a program is there', 'which command type whereis'),
  ...programs('Count lines', 'wc'),
  ...programs('Read JSON', 'jq yq'),
  ...programs('Compare two files', 'diff cmp'),
])

const TOOLS: Partial<Record<ReturnType<typeof readToolFacts>['family'], string>> = {
  read: 'Read a file',
  edit: 'Change a file',
  search: 'Search the files',
  web: 'Look something up',
  agent: 'Hand a task to another agent',
  script: 'Run a piece of code',
}

/** What an application's own tool is for, out of the words of its name: `get_user_details` looks up user details. */
const toolIntent = (tool: string): string => {
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_.:/-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
  const [verb = '', ...rest] = words
  const said = VERBS.get(verb)
  if (said !== undefined && rest.length > 0) return `${said} ${rest.join(' ')}`
  const all = words.join(' ')
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}`
}

const verbs = (said: string, names: string): [string, string][] => names.split(' ').map((name) => [name, said])

/** What the first word of a tool's name says that it does. */
const VERBS: ReadonlyMap<string, string> = new Map([
  ...verbs('Look up', 'get fetch read lookup retrieve load describe show'),
  ...verbs('Search for', 'search query'),
  ...verbs('Find', 'find'),
  ...verbs('List', 'list enumerate'),
  ...verbs('Create', 'create add new insert make'),
  ...verbs('Change', 'update modify change edit set put patch'),
  ...verbs('Remove', 'delete remove drop'),
  ...verbs('Check', 'check verify validate'),
])
