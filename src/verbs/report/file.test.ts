import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { checkReportPlace, writeReport } from './file.ts'

const REPORT = '<!doctype html>\n<html lang="en">\n<head>\n<meta name="generator" content="warmstart">\n'

suite('a report is written where it harms nothing', () => {
  const directory = mkdtempSync(join(tmpdir(), 'warmstart-test-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  const at = (name: string): string => join(directory, name)
  const check = (name: string, force = false): string => checkReportPlace(at(name), { force })

  test('as a new file, in place of an older report or of an empty file', () => {
    writeFileSync(at('old.html'), REPORT)
    writeFileSync(at('empty.html'), '')
    for (const name of ['new.html', 'old.html', 'empty.html']) assert.equal(check(name), at(name))
  })

  test('not in place of anything else, unless one insists', () => {
    writeFileSync(at('letter.html'), '<!doctype html><title>My letter about Warmstart reports</title>')
    assert.throws(() => check('letter.html'), { code: 'not-a-report', message: /left alone/ })
    assert.equal(check('letter.html', true), at('letter.html'))
  })

  test('a directory that is missing is named and not made; one in the place of the file is refused', () => {
    assert.throws(() => check('nowhere/report.html'), { code: 'no-such-path', hint: /mkdir -p/ })
    mkdirSync(at('folder'))
    assert.throws(() => check('folder', true), { code: 'usage', message: /is a directory/ })
    assert.ok(!readdirSync(directory).includes('nowhere'))
  })

  test('whole, for its owner only, and without a trace of how', () => {
    writeFileSync(at('page.html'), REPORT, { mode: 0o644 })
    writeReport(at('page.html'), `${REPORT}new`)
    assert.equal(readFileSync(at('page.html'), 'utf8'), `${REPORT}new`)
    assert.equal(statSync(at('page.html')).mode & 0o777, 0o600)
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.endsWith('.tmp')),
      [],
    )
  })

  test('or not at all: the old page stays and the half-made one goes', () => {
    mkdirSync(at('taken'))
    writeFileSync(join(at('taken'), 'file'), '')
    assert.throws(() => writeReport(at('taken'), REPORT), { code: 'not-written' })
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.endsWith('.tmp')),
      [],
    )
  })
})
