import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codeSkeleton } from './code-skeleton.ts'

test('code is told by its language, its lines and the modules that everybody has', () => {
  const table: [code: string, language: unknown, told: string][] = [
    ['print(1)', undefined, '(code, 1 line)'],
    ['import json, re\nprint(json.dumps(1))\n', 'python', '(python, 2 lines, imports json and re)'],
    [
      'from collections.abc import Sized\nimport numpy as np',
      'PYTHON3',
      '(python, 2 lines, imports collections and numpy)',
    ],
    [
      "import { readFileSync } from 'node:fs'\nconst p = require('path')",
      'js',
      '(javascript, 2 lines, imports fs and path)',
    ],
    ['import moonlight\nfrom evil import json', 'moon', '(code, 2 lines)'],
    ['import requests, subprocess, socket', 'python', '(python, 1 line)'],
    ['', 3, '(code, 1 line)'],
  ]
  for (const [code, language, told] of table) assert.equal(codeSkeleton(code, language), told)
})

test('whatever code is, nothing of it is told but words of our lists', () => {
  const word = fc.constantFrom(
    'import ',
    'from ',
    'json',
    'moon',
    ', ',
    '\n',
    '"',
    "'",
    'require(',
    ' as ',
    '.',
    '#run it',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), fc.string(), (words, language) => {
      const told = codeSkeleton(words.join(''), language)
      assert.match(told, /^\((?:[a-z]+), [\d,]+ lines?(?:, imports json)?\)$/)
    }),
  )
})
