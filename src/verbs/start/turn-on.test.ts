import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { StartReport } from './operation.ts'
import { writeRecord } from '../../interfaces/hooks/install-record.ts'
import { turnOnCommand } from './turn-on.ts'

type Carried = StartReport['carryOver']['inUse'][number]

const template = (name: string): Carried => ({
  template: name,
  project: null,
  patterns: 1,
  recoveries: 0,
  sessions: 2,
  shows: [],
})

const SOURCES = [
  { source: 'codex', sessions: 2 },
  { source: 'claude-code', sessions: 9 },
] as StartReport['sources']

interface Case {
  does: string
  agents?: string[]
  installed?: string[]
  inUse?: string[]
  proposed?: string[]
  sample?: boolean
  says: string | null
}

const BOTH = ['.codex', '.claude']

const CASES: Case[] = [
  {
    does: 'says how to be ready where there is nothing to give yet',
    agents: BOTH,
    says: 'warmstart install claude-code',
  },
  { does: 'says nothing without anything to give and anybody to give it to', says: null },
  {
    does: 'names the agent with most sessions, and nothing that no person has read yet',
    agents: BOTH,
    proposed: ['shop', 'tally'],
    says: 'warmstart install claude-code',
  },
  {
    does: 'goes on with the agent that is left',
    agents: BOTH,
    installed: ['claude-code'],
    inUse: ['shop'],
    says: 'warmstart install codex',
  },
  {
    does: 'shows what is proposed later before it is put to use',
    agents: ['.claude'],
    installed: ['claude-code'],
    inUse: ['shop'],
    proposed: ['tally'],
    says: 'warmstart review tally',
  },
  {
    does: 'says nothing where all is on',
    agents: ['.claude'],
    installed: ['claude-code'],
    inUse: ['shop'],
    says: null,
  },
  {
    does: 'shows what is proposed where no agent has hooks',
    proposed: ['shop', 'tally'],
    says: 'warmstart review shop',
  },
  {
    does: 'writes a skill of what is active where no agent has hooks',
    inUse: ['shop'],
    says: 'warmstart load shop --format skill --out DIR',
  },
  {
    does: 'never promotes templates of the sample, and names an agent that is here',
    agents: ['.codex'],
    proposed: ['shop'],
    sample: true,
    says: 'warmstart install codex',
  },
]

suite('the command that turns it on', () => {
  for (const { does, agents = [], installed = [], inUse = [], proposed = [], sample = false, says } of CASES)
    test(does, async (context) => {
      const user = mkdtempSync(join(tmpdir(), 'warmstart-turn-on-'))
      context.after(() => rmSync(user, { recursive: true }))
      const home = join(user, '.warmstart')
      for (const directory of agents) mkdirSync(join(user, directory))
      for (const agent of installed) writeRecord(home, agent, { files: [] })
      const command = await turnOnCommand(
        { home, place: { home: user, platform: 'linux', env: {} } },
        { sample, sources: SOURCES, carryOver: { inUse: inUse.map(template), proposed: proposed.map(template) } },
      )
      assert.equal(command, says)
    })
})
