import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { BACKENDS } from '../../src/processes/backends/registry.ts'
import { inScratch, newId, type Place, withCode } from '../support/backend-place.ts'
import { backendSuite } from '../support/backend-suite.ts'
import { programAt } from '../support/programs.ts'
import { needsSshd, startSshd } from '../support/sshd.ts'

const sshPlace = async (directory: string): Promise<Place> => {
  const { config, target, inside, stop } = await startSshd(directory)
  const env = { PATH: process.env['PATH'], HOME: directory, WARMSTART_SSH_CONFIG: config }
  const create = await BACKENDS['ssh']?.()
  assert.ok(create !== undefined)
  const files = join(inside, `warmstart-${process.getuid?.()}`)
  return { backend: create({ now: Date.now, env, directory }), target, files, workdir: inside, stop }
}

backendSuite('ssh', sshPlace, needsSshd())

test('what is not there to be asked is unreachable, never ended', () =>
  inScratch(async (directory) => {
    const create = await BACKENDS['ssh']?.()
    assert.ok(create !== undefined)
    const config = join(directory, 'config')
    writeFileSync(config, 'Host *\nProxyCommand false\n')
    const env = { PATH: process.env['PATH'], WARMSTART_SSH_CONFIG: config }
    const process_ = { id: newId(), target: 'nowhere', pty: false }
    const code = programAt('ssh') === undefined ? 'backend-missing' : 'backend-unreachable'
    await assert.rejects(
      create({ now: Date.now, env, directory }).look(process_, { offset: 0, limit: 1 }),
      withCode(code),
    )
    const bare = create({ now: Date.now, env: { PATH: directory }, directory })
    await assert.rejects(bare.look(process_, { offset: 0, limit: 1 }), withCode('backend-missing'))
  }))
