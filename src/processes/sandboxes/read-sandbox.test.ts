import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../../lib/error.ts'
import { readSandbox, sandboxText } from './read-sandbox.ts'

test('a place is a backend, a target and perhaps a directory', async () => {
  const cases: [string, string, string, string | undefined][] = [
    ['ssh:box', 'ssh', 'box', undefined],
    ['ssh:sam@box/srv/app', 'ssh', 'sam@box', '/srv/app'],
    ['ssh://sam@box:2222/srv', 'ssh', 'ssh://sam@box:2222', '/srv'],
    ['ssh:ssh://box:22', 'ssh', 'ssh://box:22', undefined],
    ['docker:web-1', 'docker', 'web-1', undefined],
    ['docker:web-1/app dir', 'docker', 'web-1', '/app dir'],
    ['docker:image:registry.test/a/b:1.2#mine', 'docker', 'image:registry.test/a/b:1.2#mine', undefined],
    ['docker:image:a/b#mine/work', 'docker', 'image:a/b#mine', '/work'],
    ['singularity:one', 'singularity', 'one', undefined],
    ['modal:ta-123abc', 'modal', 'ta-123abc', undefined],
  ]
  for (const [text, name, target, workdir] of cases) {
    const place = await readSandbox(text)
    assert.deepEqual(place, { name, target, workdir }, text)
    assert.ok(place !== undefined)
    assert.deepEqual(await readSandbox(sandboxText(place)), place)
  }
  assert.equal(await readSandbox('local'), undefined)
})

test('what is none is refused with what there is', async () => {
  const cases: [string, RegExp][] = [
    ['', /no sandbox/],
    ['podman:x', /no sandbox "podman"/],
    ['constructor:x', /no sandbox/],
    ['ssh', /is not user@host/],
    ['ssh:', /is not user@host/],
    ['ssh:-oProxyCommand=touch x', /is not user@host/],
    ['ssh:a b', /is not user@host/],
    ['docker:image:alpine', /IMAGE#KEY/],
    ['docker:--privileged', /neither/],
    ['modal:web', /id of a container/],
    ['ssh:box/a\0b', /NUL/],
  ]
  for (const [text, words] of cases)
    await assert.rejects(readSandbox(text), (error) => error instanceof AppError && words.test(error.message), text)
  await assert.rejects(readSandbox('podman:x'), { hint: /local, docker, ssh, singularity, modal/ })
})

test('no text becomes an option of a program, or a second word', async () => {
  const part = fc.constantFrom(
    'ssh:',
    'docker:',
    'image:',
    '#',
    '/',
    '-',
    '--',
    ' ',
    '\n',
    'a',
    'b@',
    ':',
    '//',
    '$(x)',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const place = await readSandbox(parts.join('')).catch((error: unknown) => {
        assert.ok(error instanceof AppError)
        return undefined
      })
      if (place !== undefined) assert.match(place.target, /^[^-\s][^\s$]*$/)
    }),
  )
})
