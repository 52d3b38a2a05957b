import { isRecord } from '../../../lib/json.ts'
import type { Source } from '../../source.ts'
import { accepts, locations } from './paths.ts'
import { isRolloutRecord } from './record.ts'

/** Codex: rollout files of every era, from the single JSON document of the first CLI to code mode. */
export const codex: Source = {
  name: 'codex',
  title: 'Codex',
  version: 6,
  shapes: ['lines', 'document'],
  callIdsRepeat: false,
  // Codex has no general flag. The few words we pass on as `ok` (a patch that applied, an MCP result without isError, a
  // finished web search) are each complete for the call they speak of.
  flagIsComplete: true,
  capabilities: {
    outcomes: 'partly',
    exitCodes: 'partly',
    usage: 'yes',
    cost: 'no',
    compactions: 'yes',
    subagents: 'yes',
    projects: 'yes',
    systemMessages: 'partly',
  },
  locations,
  accepts,
  recognises: (sample) => sample.shape !== 'database' && sample.records.some(isRolloutRecord),
  // Items without their envelope look like other agents' messages, and a document is not read by lines.
  owns: (record) => isRecord(record) && isRecord(record.payload) && isRolloutRecord(record),
  reader: () => import('./parse.ts'),
}
