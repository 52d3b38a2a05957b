import { failed, ok, type Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/**
 * A sub-agent answers with its report, which may tell of failures, even in its first words; that it could not be run is
 * said in sentences about agents, limits and ids.
 */
export const judgeAgent = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  if (view.lastLines.length > MAX_COMPLAINT_LINES || !NOT_STARTED.some((one) => one.test(first)))
    return ok('agent-answered', first)
  return failed(
    'agent-failed',
    first,
    /API Error|overloaded|limit|timed out|connection/i.test(first) ? 'environment' : 'agent',
  )
}

const MAX_COMPLAINT_LINES = 8

const NOT_STARTED = [
  /^(?:[Ee]rror(?::|$)|API Error|Prompt is too long|Credit balance|You've hit your|Claude AI usage limit|(?:Budget|Subagent spawn|Agent (?:depth|thread)) limit reached)/,
  /^(?:Agent (?:type|'|terminated|failed|.{1,80} (?:not found|failed|could not be resumed|was stopped by|is stopped \())|agent .{1,80} not found|Subagent .{0,80}(?:failed|not found)|'.{1,80}' matches \d+ agents|Team .{1,80} (?:not found|does not exist|already exists)|Workflow .{1,80} is still running|This agent cannot be resumed|Task not found)/,
  /^(?:(?:Cannot|Could not|[Ff]ailed to) (?:resume|start|spawn|launch|create|send|run|fork|connect|load)|(?:Unknown|unknown) (?:agent|subagent|thread|session|model|role)|[Ii]nvalid (?:agent|subagent|thread|workflow|script|id|type|model|name|team|argument|input)|No (?:agent|task|such)\b)/,
  /^(?:collab \w+ failed|Provide one of: |Empty (?:message|items)|ids must |timeout_ms must )/,
]
