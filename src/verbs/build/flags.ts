import type { Template } from '../list/templates-operation.ts'
import { readAddendum } from '../edit/addendum-file.ts'
import type { Context, Flag } from '../../interfaces/cli/command.ts'
import { TASK_TYPES } from '../../interfaces/cli/named-template.ts'

/** Flags for what a person says about a template while making it. */
export const ABOUT_FLAGS: Record<string, Flag> = {
  description: { type: 'string', value: 'TEXT', help: 'what it is for' },
  tags: { type: 'string', value: 'A,B', help: 'its tags' },
  type: { type: 'string', value: 'TYPE', choices: TASK_TYPES, help: `its task type: ${TASK_TYPES.join(', ')}` },
  addendum: { type: 'string', value: 'FILE', help: 'text to be given with it; - is standard input' },
  owner: { type: 'string', value: 'NAME', help: 'whose sessions and templates (default: the local user)' },
}

export const aboutOf = (context: Context) => {
  const file = context.text('addendum')
  return {
    description: context.text('description'),
    tags: context.text('tags')?.split(','),
    taskType: context.text('type') as Template['taskType'] | undefined,
    addendum: file === undefined ? undefined : readAddendum(file),
    owner: context.text('owner'),
  }
}
