import { test } from 'node:test'
import fc from 'fast-check'
import { assertMutated, parsedFiles } from '../../src/testing/source-mutations.ts'
import { eachSource, layOut } from '../support/fixtures.ts'
import { scratch } from '../support/store.ts'

eachSource((source) => {
  test(`${source.name}: whatever JSON a field holds, nothing throws and events stay well-formed`, async (t) => {
    const root = scratch(t)
    await layOut(source, root)
    const reader = await source.reader()
    const files = parsedFiles(source, root)
    if (files.length === 0) return
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), fc.jsonValue(), (file, record, node, value) =>
        assertMutated(reader, files, { file, record, node, value }),
      ),
      { numRuns: 200 },
    )
  })
})
