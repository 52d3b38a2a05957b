import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, identify, locations } from './paths.ts'

const place = (env: Record<string, string>) => ({ home: '/home/sam', env, platform: 'linux' as const })
const ID = '5e551000-0000-4000-8000-000000000001'

test('history is looked for where the agent was told to keep it, else in its two usual places', () => {
  assert.deepEqual(locations(place({})), ['/home/sam/.claude/projects', '/home/sam/.config/claude/projects'])
  assert.deepEqual(locations(place({ XDG_CONFIG_HOME: '/x' })), ['/home/sam/.claude/projects', '/x/claude/projects'])
  assert.deepEqual(locations(place({ CLAUDE_CONFIG_DIR: '/a, /b/,,/a' })), ['/a/projects', '/b/projects'])
  assert.deepEqual(locations(place({ CLAUDE_CONFIG_DIR: ' ' })), locations(place({})))
})

test('sessions and sub-agents are read, lists of prompts and journals are not', () => {
  for (const path of [`-home-sam/${ID}.jsonl`, `-home-sam/${ID}/subagents/agent-a1.jsonl`, 'export.jsonl'])
    assert.equal(accepts(path), 'lines', path)
  for (const path of ['history.jsonl', `x/${ID}/subagents/workflows/wf_1/journal.jsonl`, 'agent-a1.meta.json', 'x.txt'])
    assert.equal(accepts(path), undefined, path)
})

test('the path tells the session, and whether the file is a sub-agent’s', () => {
  const cases: [string, string | undefined, string | undefined][] = [
    [`/p/${ID}.jsonl`, ID, undefined],
    [`C:\\p\\${ID}.jsonl`, ID, undefined],
    ['/p/exported.jsonl', undefined, undefined],
    [`/p/${ID}/subagents/agent-a1.jsonl`, ID, 'a1'],
    [`/p/${ID}/subagents/workflows/wf_1/agent-a2.jsonl`, ID, 'a2'],
    ['/p/agent-a3.jsonl', undefined, 'a3'],
    ['/subagents/agent-a4.jsonl', undefined, 'a4'],
  ]
  for (const [path, session, agent] of cases) {
    const identity = identify(path)
    assert.deepEqual([identity.session, identity.agent], [session, agent], path)
    assert.notEqual(identity.fallback, '')
  }
})
