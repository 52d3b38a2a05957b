import type { Finding } from './finding.ts'
import { judgeHarnessText } from './harness.ts'
import { judgeAgent } from './rules/agent.ts'
import { judgeAsk, judgePlan } from './rules/plan.ts'
import { judgeEdit } from './rules/edit.ts'
import { judgeProcess, judgeScript } from './rules/script.ts'
import { judgeRead } from './rules/read.ts'
import { judgeSearch } from './rules/search.ts'
import { judgeWeb } from './rules/web.ts'
import type { Subject } from './subject.ts'
import type { ToolFamily } from './tool-facts.ts'

/** What is always true of this tool's answers: first the sentences a harness puts in their place, then the family's rule. */
export const judgeTool = (subject: Subject): Finding | undefined =>
  (subject.result === undefined ? undefined : judgeHarnessText(subject.result, subject.family)) ??
  RULES[subject.family]?.(subject)

const RULES: Partial<Record<ToolFamily, (subject: Subject) => Finding | undefined>> = {
  read: judgeRead,
  edit: judgeEdit,
  search: judgeSearch,
  web: judgeWeb,
  agent: judgeAgent,
  plan: judgePlan,
  ask: judgeAsk,
  script: judgeScript,
  process: judgeProcess,
}
