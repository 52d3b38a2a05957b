import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { discoverDefaults, discoverPath } from './discover.ts'
import { sourceNamed } from '../registry.ts'

const scratch = (t: { after(clean: () => void): void }): string => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'warmstart-test-')))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const LINE = `${JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] })}\n`

/** A history directory beside one that is no part of it, each with a file. */
const twoPlaces = (t: { after(clean: () => void): void }) => {
  const place = scratch(t)
  const [root, outside] = [join(place, 'history'), join(place, 'history-of-others')]
  for (const directory of [join(root, 'own'), outside]) mkdirSync(directory, { recursive: true })
  writeFileSync(join(root, 'own', 'talk.jsonl'), LINE)
  writeFileSync(join(outside, 'secret.jsonl'), LINE)
  return { place, root, outside }
}

for (const name of ['openai-chat', 'claude-code', undefined])
  test(`links that lead outside are named and not followed (${name ?? 'no source named'})`, async (t) => {
    const { root, outside } = twoPlaces(t)
    symlinkSync(join(outside, 'secret.jsonl'), join(root, 'file.jsonl'))
    symlinkSync(outside, join(root, 'folder'))
    symlinkSync('../../history-of-others', join(root, 'own', 'relative'))
    // Through a link that stays inside to one that leads outside.
    symlinkSync(join(root, 'folder'), join(root, 'own', 'twice'))
    const { files, issues } = await discoverPath(root, name === undefined ? undefined : sourceNamed(name))
    assert.deepEqual(
      files.map(({ path }) => path),
      [join(root, 'own', 'talk.jsonl')],
    )
    assert.deepEqual(
      issues.map(({ path, code, source }) => [path, code, source]),
      [
        [join(root, 'file.jsonl'), 'link-outside', name],
        [join(root, 'folder'), 'link-outside', name],
        [join(root, 'own', 'relative'), 'link-outside', name],
        [join(root, 'own', 'twice'), 'link-outside', name],
      ],
    )
    assert.ok(issues.every(({ message }) => message.includes(outside) && message.includes('sync --path')))
  })

test('links that stay inside are followed, and a root that is a link is the place it leads to', async (t) => {
  const { place, root, outside } = twoPlaces(t)
  symlinkSync(join(root, 'own', 'talk.jsonl'), join(root, 'again.jsonl'))
  symlinkSync('own', join(root, 'own-again'))
  const link = join(place, 'link')
  symlinkSync(root, link)
  const { files, issues } = await discoverPath(link, sourceNamed('openai-chat'))
  assert.deepEqual(issues, [])
  assert.deepEqual(
    files.map(({ path }) => path),
    [join(link, 'again.jsonl'), join(link, 'own', 'talk.jsonl')],
  )
  // A person who names a link means what it leads to.
  symlinkSync(join(outside, 'secret.jsonl'), join(place, 'named.jsonl'))
  assert.equal((await discoverPath(join(place, 'named.jsonl'), sourceNamed('openai-chat'))).files.length, 1)
})

test('links to what nobody would read are not worth a word', async (t) => {
  const { root, outside } = twoPlaces(t)
  writeFileSync(join(outside, 'notes.md'), 'notes')
  symlinkSync(join(outside, 'notes.md'), join(root, 'notes.md'))
  symlinkSync(outside, join(root, 'node_modules'))
  symlinkSync(join(outside, 'gone.jsonl'), join(root, 'dangling.jsonl'))
  assert.deepEqual((await discoverPath(root, sourceNamed('openai-chat'))).issues, [])
})

test('the same holds at the default places of agents', async (t) => {
  const { place, root, outside } = twoPlaces(t)
  const source = sourceNamed('claude-code')
  const home = join(place, 'home')
  mkdirSync(join(home, '.claude'), { recursive: true })
  symlinkSync(root, join(home, '.claude', 'projects'))
  symlinkSync(outside, join(root, 'project'))
  const { files, issues } = await discoverDefaults([source], { home, env: {}, platform: 'linux' })
  assert.deepEqual(
    [files.map(({ path }) => path), issues.map(({ path, code }) => [path, code])],
    [
      [join(home, '.claude', 'projects', 'own', 'talk.jsonl')],
      [[join(home, '.claude', 'projects', 'project'), 'link-outside']],
    ],
  )
})
