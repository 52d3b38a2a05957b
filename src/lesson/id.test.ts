import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lessonId } from './id.ts'

const scope = { repository: 'shop', owner: null, agent: null, machine: null }
const trigger = { code: 'missing-path', program: '', subject: 'tests' }

test('repository, kind and trigger decide the id of a lesson', () => {
  const id = lessonId({ kind: 'missing', trigger, scope })
  assert.match(id, /^[\da-f]{12}$/)
  assert.equal(lessonId({ kind: 'missing', trigger: { ...trigger }, scope: { ...scope } }), id)
  for (const other of [
    lessonId({ kind: 'place', trigger, scope }),
    lessonId({ kind: 'missing', trigger: { ...trigger, subject: 'test' }, scope }),
    lessonId({ kind: 'missing', trigger, scope: { ...scope, repository: 'till' } }),
    lessonId({ kind: 'missing', trigger, scope: { ...scope, owner: 'sam' } }),
  ])
    assert.notEqual(other, id)
})
