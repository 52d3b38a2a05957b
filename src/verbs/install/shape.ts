import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'

export const InstallReport = describedObject("What was written into, or taken out of, an agent's settings.", {
  agent: described(v.string(), 'the agent, named as its source'),
  isDryRun: described(v.boolean(), 'nothing was written; the rest says what would be'),
  isUndo: described(v.boolean(), 'our entries were taken out'),
  files: described(
    v.array(
      v.object({
        path: v.string(),
        action: described(
          v.picklist(['created', 'changed', 'unchanged', 'removed', 'restored']),
          '`restored`: the very bytes from before; `changed` by an undo: only our entries went',
        ),
        diff: described(v.string(), 'unified diff, secrets replaced; empty where nothing changes'),
        backup: described(v.nullable(v.string()), 'where the file as it was before is kept; null: there was none'),
      }),
    ),
    'every file that is looked at',
  ),
  next: described(v.array(v.string()), 'what a person has to do or to know now'),
  undo: described(v.string(), 'the command that takes it back'),
})

export const InstallAllReport = describedObject(
  'What was written into, or taken out of, the settings of all agents that were used here.',
  {
    isDryRun: described(v.boolean(), 'nothing was written; the rest says what would be'),
    isUndo: described(v.boolean(), 'our entries were taken out'),
    reports: described(v.array(InstallReport), 'one for each agent that was used here'),
    refused: described(
      v.array(
        v.object({
          agent: v.string(),
          code: described(v.string(), 'as for the command with this agent alone'),
          message: v.string(),
          hint: v.nullable(v.string()),
        }),
      ),
      'agents whose files were left as they are, and why',
    ),
    notUsed: described(v.array(v.string()), 'agents that have no directory here'),
  },
)
