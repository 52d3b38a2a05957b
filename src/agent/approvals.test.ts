import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApprovals } from './approvals.ts'

const request = (what: string, reason = 'outside-directory') => ({ tool: 'read_file', what, reason })

test('questions are asked one at a time, and an always settles those that wait', async () => {
  const open: string[] = []
  const seen: string[] = []
  const approve = createApprovals({
    policy: 'ask',
    ask: async ({ what }) => {
      open.push(what)
      seen.push(what)
      assert.equal(open.length, 1)
      await new Promise((resolve) => setImmediate(resolve))
      open.pop()
      return what === 'b' ? 'always' : what === 'a' ? 'yes' : 'no'
    },
  })
  const answers = await Promise.all(
    [request('a'), request('x'), request('b'), request('c'), request('d', 'secrets')].map(approve),
  )
  assert.deepEqual(answers, [true, false, true, true, false])
  assert.deepEqual(seen, ['a', 'x', 'b', 'd'])
})

test('where nobody can be asked, or asking fails, the answer is no; what was allowed beforehand is not asked about', async () => {
  const failing = createApprovals({ policy: 'ask', ask: () => Promise.reject(new Error('closed')) })
  assert.deepEqual(await Promise.all([failing(request('a')), failing(request('b'))]), [false, false])
  assert.equal(await createApprovals({ policy: 'ask' })(request('a')), false)
  assert.equal(await createApprovals({ policy: 'deny', ask: async () => 'yes' })(request('a')), false)
  assert.equal(await createApprovals({ policy: 'allow' })(request('a')), true)
})
