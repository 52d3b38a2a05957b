import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShapeGroup } from '../patterns/shape-groups.ts'
import { worksOften } from './success-floor.ts'

const group = (tool: string, shape: string, ok: number, missed: number): ShapeGroup =>
  ({ tool, kind: tool === 'sh' ? 'terminal' : 'general', shape, ok, missed, uses: ok + missed }) as ShapeGroup

const kept = (...groups: ShapeGroup[]): string[] => groups.filter(worksOften(groups)).map(({ shape }) => shape)

test('what fails by its own fault in more than three of ten calls is no example', () => {
  assert.deepEqual(kept(group('book', 'book', 6, 4), group('get', 'get', 7, 3)), ['get'])
})

test('a program that mostly fails takes everything that is done with it along, and no other program', () => {
  const groups = [group('sh', 'make a', 1, 9), group('sh', 'make b', 5, 0), group('sh', 'git log', 1, 0)]
  assert.deepEqual(kept(...groups), ['git log'])
})

test('calls that failed as expected, such as red tests, say nothing against a pattern', () => {
  assert.deepEqual(kept({ ...group('sh', 'npm test', 2, 0), uses: 12 }), ['npm test'])
})
