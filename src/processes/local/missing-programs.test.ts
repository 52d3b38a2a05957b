import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../../tests/support/store.ts'
import { missingPrograms } from './missing-programs.ts'

test('a machine without fallocate is told what that means, any other nothing', (t) => {
  const [empty, full] = [join(scratch(t), 'empty'), join(scratch(t), 'full')]
  for (const each of [empty, full]) mkdirSync(each)
  writeFileSync(join(full, 'fallocate'), '', { mode: 0o755 })
  writeFileSync(join(empty, 'fallocate'), '', { mode: 0o644 })
  assert.match(missingPrograms({ PATH: empty }, 'linux') ?? '', /fallocate is not on PATH .*util-linux/)
  assert.match(missingPrograms({}, 'linux') ?? '', /fallocate/)
  assert.equal(missingPrograms({ PATH: `${empty}:${full}` }, 'linux'), undefined)
  assert.equal(missingPrograms({ PATH: empty }, 'darwin'), undefined)
})
