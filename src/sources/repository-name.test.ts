import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repositoryName } from './project.ts'

const SAME = [
  'https://git.example/Sam/shop.git',
  'https://git.example/sam/shop',
  'https://git.example/sam/shop/',
  'http://sam:word@git.example/sam/shop.git',
  'git@git.example:sam/shop.git',
  'ssh://git@git.example:2222/sam/shop.git',
  'git://git.example/sam/shop.git',
  'https://www.git.example/sam/shop',
]

test('one repository has one name, however its address is written', () => {
  for (const address of SAME) assert.equal(repositoryName(address), 'git.example/sam/shop', address)
})

test('the second name of a host in an ssh configuration is the same host', () => {
  assert.equal(repositoryName('git@github.com-work:sam/shop.git'), 'github.com/sam/shop')
})

test('groups of any depth are part of the name', () => {
  assert.equal(repositoryName('https://git.example/shops/web/till.git'), 'git.example/shops/web/till')
})

test('what is no address of a host has no name', () => {
  for (const address of [
    '',
    '/srv/git/shop.git',
    '../shop',
    'file:///srv/shop',
    'C:\\shop',
    'shop',
    'git@localhost:shop',
  ])
    assert.equal(repositoryName(address), undefined, address)
})

test('a name holds nothing of a user or a token', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w.~-]{1,40}$/), (secret) => {
      assert.equal(repositoryName(`https://sam:${secret}@git.example/a/b`), 'git.example/a/b')
    }),
  )
})
