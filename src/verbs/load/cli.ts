import { AppError } from '../../lib/error.ts'
import { type Loaded, loadSeed } from './operation.ts'
import { skillName } from '../../provision/compile/skill.ts'
import { readJson, writeSkill } from '../../provision/files.ts'
import { FORMATS, formatNamed } from '../../provision/formats.ts'
import { seedIdsIn } from '../../provision/seed-ids.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { requiredFormat, SEED_FLAGS, seedInput } from './flags.ts'

export const loadCommand: Command = {
  name: 'load',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'print a template as the start of a new session',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: {
    ...SEED_FLAGS,
    message: { type: 'string', value: 'TEXT', help: 'the message of the user, which comes last' },
    into: {
      type: 'string',
      value: 'FILE',
      help: 'an existing conversation that the seed goes into; - is standard input',
    },
    'session-key': {
      type: 'string',
      value: 'ID',
      help: "the session's own id, for the ledger: its outcome comes back by it",
    },
    out: { type: 'string', value: 'DIR', help: 'of a skill: write DIR/NAME/SKILL.md instead of printing it' },
  },
  details: [
    'Standard output gets the seed and nothing else; what there is to say about it goes to standard error.',
    ...FORMATS.map(({ name, purpose }) => `${name}: ${purpose}`),
    'A history that the provider would refuse is given as text instead, with the reason. See docs/seeds.md.',
  ],
  examples: [
    ['warmstart load shop --format anthropic --message "fix the build"', 'the start of a session'],
    ['warmstart load shop --format openai-chat --into talk.json', 'examples for a conversation that is under way'],
    ['warmstart load shop --format text --budget 800', 'for a hook or a prompt'],
    ['warmstart load shop --format skill --out ~/.agents/skills', ''],
  ],
  run: async (context) => {
    const format = requiredFormat(context, 'load')
    const input = await seedInput(context, format)
    const out = context.text('out')
    // Only a skill is written to a file; the user pipes the other formats.
    if (out !== undefined && format !== 'skill')
      throw new AppError('usage', '--out belongs to --format skill', { hint: 'write to a file with > FILE' })
    const into = context.text('into')
    const conversation = into === undefined ? undefined : readJson(into, 'a conversation in that format')
    const [name = ''] = context.positionals
    const message = context.text('message')
    const loaded = await loadSeed(context.app, await context.store(), {
      ...input,
      name,
      message,
      conversation,
      sessionKey: context.text('session-key'),
    })
    if (conversation !== undefined) noteSeeded(context, conversation)
    noteWhatHappened(context, loaded, format)
    if (out === undefined) await context.terminal.document(loaded.text)
    else context.terminal.line(writeSkill(out, skillName(loaded.template), loaded.text))
    return EXIT.ok
  },
}

/** A user may add a seed again on purpose after a compaction, so this is only a note. */
const noteSeeded = ({ terminal }: Context, conversation: unknown): void => {
  const before = seedIdsIn(JSON.stringify(conversation)).size
  if (before > 0)
    terminal.note(
      `the conversation has ${before === 1 ? '1 seeded call' : `${before} seeded calls`} already; the seed is added to them`,
    )
}

const noteWhatHappened = ({ terminal, text }: Context, loaded: Loaded, format: string): void => {
  if (loaded.downgraded !== null) terminal.note(`given as text, because ${loaded.downgraded}`)
  if (text('message') !== undefined && !formatNamed(format).takesMessage)
    terminal.note(`${format} is for many sessions, so the message is not in it`)
  if (loaded.unrecorded !== null) terminal.note(`its use is not in the ledger: ${loaded.unrecorded}`)
}
