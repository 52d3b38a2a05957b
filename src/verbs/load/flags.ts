import { AppError } from '../../lib/error.ts'
import type { LoadInput } from './operation.ts'
import { LARGEST_DOSE } from '../../provision/draft.ts'
import { readJson } from '../../provision/files.ts'
import { FORMATS, formatNamed } from '../../provision/formats.ts'
import { readTools } from '../../provision/lint/tools.ts'
import type { Context, Flag } from '../../interfaces/cli/command.ts'

const FORMS = ['history', 'text'] as const

/** Flags that describe the wanted seed; `load` and `test` share them. */
export const SEED_FLAGS: Record<string, Flag> = {
  format: { type: 'string', value: 'FORMAT', help: `one of ${FORMATS.map(({ name }) => name).join(', ')}` },
  form: { type: 'string', value: 'FORM', choices: FORMS, help: 'history: as calls; text: as one block of text' },
  dose: { type: 'string', value: 'N', help: `how many patterns (default 3, at most ${LARGEST_DOSE})` },
  budget: { type: 'string', value: 'TOKENS', help: 'as much of the dose as fits into TOKENS tokens' },
  workflows: { type: 'string', value: 'N', help: 'also N workflows of several calls (default none)' },
  profile: {
    type: 'boolean',
    help: 'also how the user writes, which tools they prefer and how often tools worked',
  },
  tools: {
    type: 'string',
    value: 'FILE',
    help: "the session's tool definitions: a history that does not fit them is given as text",
  },
  owner: { type: 'string', value: 'NAME', help: 'whose template (default: yours)' },
}

/** Reads the flags. Remarks for the user go to standard error. */
export const seedInput = async (context: Context, format: string): Promise<Omit<LoadInput, 'name' | 'message'>> => {
  formatNamed(format)
  const dose = context.count('dose')
  if (dose !== undefined && dose > LARGEST_DOSE)
    context.terminal.note(`a dose of ${dose} is more than helps; ${LARGEST_DOSE} are given`)
  const form = FORMS.find((each) => each === context.text('form'))
  const tools = context.text('tools')
  return {
    format,
    form,
    dose,
    budget: context.count('budget'),
    workflows: context.count('workflows'),
    withProfile: context.isSet('profile'),
    owner: context.text('owner'),
    tools: tools === undefined ? undefined : await readTools(readJson(tools, 'tool definitions')),
  }
}

export const requiredFormat = (context: Context, command: string): string => {
  const format = context.text('format')
  if (format !== undefined) return format
  throw new AppError('usage', `${command} needs --format`, {
    hint: `one of ${FORMATS.map(({ name }) => name).join(', ')}`,
  })
}
