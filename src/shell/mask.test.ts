import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskOf } from './mask.ts'

const MASKS: [line: string, mask: string | undefined][] = [
  ['go test ./... | tail -5', '| tail'],
  ['go test ./... 2>&1 | /usr/bin/tail -5', '| tail'],
  ['npm test || true', '|| true'],
  ['make test; echo done', '; echo'],
  ['make test\necho done', '; echo'],
  ['make test && echo done', undefined],
  ['make test', undefined],
  ['', undefined],
]
for (const [line, mask] of MASKS)
  test(`${mask ?? 'nothing'} has the last word in ${JSON.stringify(line)}`, () => assert.equal(maskOf(line), mask))
