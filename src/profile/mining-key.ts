import type { ProfileCall } from '../schema/tally.ts'
import { isShell, shapeOf } from './shape.ts'

/**
 * The key that two calls share if they are examples of the same pattern, in any session. For a shell: the program and
 * its sub-command, a runner's task included (`git commit`, `mise run lint`). For any other tool: its name. Coarser
 * than `shapeOf`, which also tells files apart.
 */
export const miningKey = (call: Pick<ProfileCall, 'tool' | 'kind' | 'subject'>): string => {
  if (!isShell(call)) return call.tool
  const heredoc = call.subject.indexOf('<<')
  const isPatch = call.subject.includes('*** ')
  // A subject is one line, so the body of a heredoc would look like commands.
  const subject = heredoc > 0 && !isPatch ? call.subject.slice(0, heredoc) : call.subject
  const shape = shapeOf(subject === call.subject ? call : { ...call, subject })
  if (shape.startsWith('apply_patch ')) return 'apply_patch'
  // A name that was cut is no name, and neither is a path that ends in a slash.
  if (shape.endsWith('…') || shape.trim() === '') return UNKNOWN
  return BARE_RUNNER.test(shape) ? withTask(shape, subject) : shape
}

/** The shape that `shapeOf` gives an unreadable command line. */
const UNKNOWN = 'shell'

/** Runners without a recognised sub-command. Their tasks may have any name. */
const BARE_RUNNER =
  /^(?:(?:mise|turbo|nx|moon|lerna|composer|deno|pdm|hatch|rye)(?: (?:run|run-script|task))?|(?:npm|pnpm|yarn|bun) (?:run|run-script)|make|just|task|rake|invoke|gradlew?|mvnw?|ant|bazel (?:test|build|run)|rails|artisan|gulp|grunt|ninja|earthly|php artisan|cargo xtask)$/
/**
 * The name of a task, such as `test:ci`, `//pkg/core:all`, `app/build`, `+lint`; not an option, a slot or an
 * assignment.
 */
const TASK = /^[+@:\w/][\w:@./+-]{0,40}$/

/** Adds the first word after the runner that can be a task. Options are skipped. */
const withTask = (runner: string, subject: string): string => {
  const words = subject.split(' ', MAX_WORDS)
  const last = runner.slice(runner.lastIndexOf(' ') + 1)
  const at = words.findIndex((word) => word.slice(word.lastIndexOf('/') + 1) === last)
  for (const word of at < 0 ? [] : words.slice(at + 1)) {
    if (word.startsWith('-')) continue
    return TASK.test(word) && !word.endsWith('…') ? `${runner} ${word}` : runner
  }
  return runner
}

/** A subject has at most 120 characters. */
const MAX_WORDS = 60
