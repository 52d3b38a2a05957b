import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRandomId } from './random-id.ts'

const DRAWN = [
  'toolu_01Q7c9GmXw',
  'call_x7Kp02mQz9',
  'chatcmpl-tool-0a1b2c3d4e5f',
  '0a0a0a0a-0000-4000-8000-000000000001',
]
const MADE_UP = [
  '',
  'call_0',
  'exec_command_1',
  'call_function1',
  'functions.Bash:0',
  'functions.mcp__context7__search:3',
  'functions.mcp__web3tools__balance:12',
  'mcp__context7__search_3',
]

test('ids that were drawn are told from those that count, also where they name a tool with a number in it', () => {
  for (const id of DRAWN) assert.equal(isRandomId(id), true, id)
  for (const id of MADE_UP) assert.equal(isRandomId(id), false, id)
})
