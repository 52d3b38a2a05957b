import { failed, ok, type Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** A sub-agent answers with its report, which may tell of failures; that it could not be run is said in the first words. */
export const judgeAgent = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  if (view.lastLines.length > MAX_COMPLAINT_LINES || !NOT_STARTED.test(first)) return ok('agent-answered', first)
  return failed(
    'agent-failed',
    first,
    /API Error|overloaded|limit|timed out|connection/i.test(first) ? 'environment' : 'agent',
  )
}

const MAX_COMPLAINT_LINES = 8

const NOT_STARTED =
  /^(?:Error\b|error:|Agent (?:type|'|terminated|failed|.{1,80} (?:not found|failed))|API Error|Unknown (?:agent|subagent)|collab \w+ failed|agent .{1,80} not found|No (?:agent|task|such)|Task not found|Failed to |failed to |Cannot |Could not |invalid |Invalid |unknown |Subagent .{0,80}(?:failed|not found)|Prompt is too long|Credit balance|You've hit your|Claude AI usage limit)/
