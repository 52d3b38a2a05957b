import { LONGEST_SKILL_DESCRIPTION, LONGEST_SKILL_NAME } from '../compile/skill.ts'
import { type Problem, problem, type Rules, type View } from '../view.ts'

/** Text has neither roles nor calls. */
export const textRules: Rules = {
  results: 'behind',
  id: undefined,
  name: /^/,
  alternates: false,
  leadingSystem: 'allowed',
}

export const readText = (value: unknown): View => {
  if (typeof value !== 'string') return { turns: [], problems: [problem('roles', 'text', 'is not text')] }
  const problems = value.trim() === '' ? [problem('roles', 'text', 'there is no text')] : []
  return { turns: [{ role: 'user', at: 'text', parts: [{ kind: 'text', at: 'text', text: value }] }], problems }
}

/** A SKILL.md: front matter with a name and a description, then text. */
export const readSkill = (value: unknown): View => {
  const view = readText(value)
  if (typeof value === 'string') view.problems.push(...frontMatterProblems(value))
  return view
}

/** Real front matter is shorter than this. */
const FRONT_MATTER_CHARS = 8_192

const frontMatterProblems = (text: string): Problem[] => {
  const head = text.slice(0, FRONT_MATTER_CHARS).replaceAll('\r\n', '\n')
  const end = head.startsWith('---\n') ? head.indexOf('\n---\n', 3) : -1
  if (end < 0) return [problem('roles', 'line 1', 'there is no front matter between two lines of ---')]
  const fields = new Map<string, string>()
  for (const line of head.slice(4, end).split('\n')) {
    const [, key, value] = /^([a-z][a-z-]{0,40}):(.*)$/.exec(line) ?? []
    if (key !== undefined && value !== undefined) fields.set(key, unquoted(value.trim()))
  }
  const problems: Problem[] = []
  const name = fields.get('name') ?? ''
  if (name.length > LONGEST_SKILL_NAME || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
    problems.push(
      problem('roles', 'name', 'the name must be lower-case letters, digits and single hyphens, at most 64'),
    )
  const description = fields.get('description') ?? ''
  if (description === '' || description.length > LONGEST_SKILL_DESCRIPTION)
    problems.push(problem('roles', 'description', 'the description must have 1 to 1024 characters'))
  return problems
}

const unquoted = (value: string): string => {
  if (!value.startsWith('"')) return value
  try {
    return String(JSON.parse(value))
  } catch {
    return value
  }
}
