import { readShell } from '../../shell/script.ts'
import { toolFacts } from '../../outcome/tools.ts'
import { isShownShape } from './command-word.ts'
import { type Check, checkIn } from './own-check.ts'

/**
 * What a call was for, in a sentence of our own by its kind. Neither the user's nor the model's words: a model repeats what a page
 * said, and a user what a mail said. `tool` must be fit to be shown.
 */
export const ownIntent = ({ tool, shape, isShell }: { tool: string; shape: string; isShell: boolean }): string => {
  if (!isShell) return TOOLS[toolFacts(tool).family] ?? `Use ${tool}`
  const check = checkIn(shape)
  if (check !== undefined) return CHECKS[check]
  const [command] = readShell(shape).commands
  const known = command?.program === 'git' ? GIT[command.words[0] ?? ''] : undefined
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

const TOOLS: Partial<Record<ReturnType<typeof toolFacts>['family'], string>> = {
  read: 'Read a file',
  edit: 'Change a file',
  search: 'Search the files',
  web: 'Look something up',
  agent: 'Hand a task to another agent',
}
