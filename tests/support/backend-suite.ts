import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import { needs } from './programs.ts'
import { ended, endLeftovers, newId, type Place, startOf, stillRuns, text, until, withCode } from './backend-place.ts'

/** What every backend that reaches into a sandbox promises, tried in one of its sandboxes. */
export const backendSuite = (
  name: string,
  make: (directory: string) => Promise<Place>,
  options: { skip: string | false } = { skip: false },
): void => {
  suite(`backend ${name}`, options, () => {
    let directory = ''
    let place: Place
    before(async () => {
      // Short, since the path of a socket has to fit.
      directory = mkdtempSync(join(tmpdir(), 'ws-'))
      place = await make(directory)
    })
    after(async () => {
      if (place !== undefined) await endLeftovers(place)
      await place?.stop()
      if (directory !== '') rmSync(directory, { recursive: true, force: true })
    })

    test('runs inside the sandbox, in its directory, with what was added to its environment and nothing of the host', async () => {
      const added = { GREETING: `it's "$(whoami)"\n\\ \`x\``, f: 'any name will do', WARMSTART_SESSION_KEY: 'chat:1' }
      const command = `printf '%s|' "$SANDBOX" "$PWD" "$GREETING" "$f" "$WARMSTART_SESSION_KEY" "$HOST_ONLY"; echo out; echo err >&2; exit 7`
      const start = startOf(place, command, { added })
      const { pid } = await place.backend.start(start)
      assert.ok(pid !== undefined && pid > 1)
      const look = await until(place, start, ended)
      const sandbox = place.target
      assert.equal(
        text(look),
        `${[sandbox, place.workdir, added.GREETING, added.f, 'chat:1', ''].join('|')}|out\nerr\n`,
      )
      assert.equal(look.state, 'exited')
      assert.equal(look.exitCode, 7)
      assert.ok(look.exitedAt !== undefined && Math.abs(look.exitedAt - Date.now()) < 600_000)
      assert.equal(look.stdinOpen, false)
    })

    test('starting it again starts nothing a second time', async () => {
      const start = startOf(place, 'echo once; sleep 60')
      const first = await place.backend.start(start)
      assert.deepEqual(await place.backend.start(start), first)
      assert.equal(text(await until(place, start, (look) => look.totalBytes > 0)), 'once\n')
      await place.backend.end(start, { graceMs: 1_000 })
    })

    test('output comes as bytes, from any offset on and in pieces', async () => {
      const start = startOf(place, `i=0; while [ $i -lt 256 ]; do printf "\\\\$(printf %03o $i)"; i=$((i+1)); done`)
      await place.backend.start(start)
      const all = await until(place, start, ended)
      assert.deepEqual(
        [...all.output],
        Array.from({ length: 256 }, (_, byte) => byte),
      )
      const piece = await place.backend.look(start, { offset: 250, limit: 4 })
      assert.deepEqual([[...piece.output], piece.from, piece.totalBytes], [[250, 251, 252, 253], 250, 256])
      const none = await place.backend.look(start, { offset: 256, limit: 4 })
      assert.deepEqual([none.output.length, none.from, none.totalBytes], [0, 256, 256])
    })

    test('input gets there, whatever it holds, until it is closed', async () => {
      const start = startOf(place, 'cat')
      await place.backend.start(start)
      const bytes = Uint8Array.from({ length: 9_000 }, (_, at) => at % 256)
      await place.backend.write?.(start, bytes)
      await until(place, start, (look) => look.totalBytes === 9_000 && look.stdinOpen)
      await place.backend.close?.(start)
      await place.backend.close?.(start)
      const look = await until(place, start, ended)
      assert.deepEqual([look.state, look.exitCode, Buffer.compare(look.output, bytes)], ['exited', 0, 0])
      await assert.rejects(async () => place.backend.write?.(start, bytes), withCode('stdin-closed'))
    })

    test('an input that is closed before anybody reads is an end, not an error', async () => {
      const start = startOf(place, 'sleep 0.3; wc -c; echo after')
      await place.backend.start(start)
      await place.backend.close?.(start)
      assert.match(text(await until(place, start, ended)), /^\s*0\nafter\n$/)
    })

    test('an end by signal is told as shells tell it', async () => {
      const start = startOf(place, 'kill -KILL $$')
      await place.backend.start(start)
      assert.equal((await until(place, start, ended)).exitCode, 137)
    })

    test('a command that signals its whole group does not take away who sees it end', async () => {
      const start = startOf(place, 'kill -KILL 0')
      await place.backend.start(start)
      assert.equal((await until(place, start, ended)).exitCode, 137)
    })

    test(
      'ends the whole tree, deaf ones and runaways too, and doing it twice is the same',
      needs('setsid'),
      async () => {
        const command = `trap '' TERM; (trap '' TERM; setsid sh -c 'trap "" TERM; while :; do sleep 1; done' & while :; do sleep 1; done) & echo up; while :; do sleep 1; done`
        const start = startOf(place, command)
        await place.backend.start(start)
        await until(place, start, (look) => text(look) === 'up\n')
        assert.ok(stillRuns(start.id))
        await place.backend.end(start, { graceMs: 200 })
        assert.ok(!stillRuns(start.id))
        const look = await until(place, start, ended)
        assert.deepEqual([look.state, look.exitCode], ['exited', 137])
        await place.backend.end(start, { graceMs: 200 })
      },
    )

    test('a polite command ends within its grace and says with which code', async () => {
      // It waits inside the shell: a child that the shell is just forking would have its trap too, and say the same again.
      const start = startOf(place, `trap 'echo bye; exit 3' TERM; echo up; read never`)
      await place.backend.start(start)
      await until(place, start, (look) => text(look) === 'up\n')
      await place.backend.end(start, { graceMs: 20_000 })
      const look = await until(place, start, ended)
      assert.equal(look.exitCode, 3)
      assert.equal(text(look), 'up\nbye\n')
    })

    test('an end is noticed although a grandchild holds the output, and what is left can be ended', async () => {
      const start = startOf(place, '(while :; do sleep 1; done) & echo done')
      await place.backend.start(start)
      const look = await until(place, start, ended)
      assert.deepEqual([look.state, look.exitCode, text(look)], ['exited', 0, 'done\n'])
      assert.ok(stillRuns(start.id))
      await place.backend.end(start, { graceMs: 1_000 })
      assert.ok(!stillRuns(start.id))
    })

    test('a number that somebody else has taken over is never signalled', async () => {
      const stranger = spawn('sleep', ['600'], { stdio: 'ignore', detached: true })
      const strangerPid = stranger.pid
      assert.ok(strangerPid !== undefined)
      try {
        const process = { id: newId(), target: place.target, pty: false }
        mkdirSync(place.files, { recursive: true, mode: 0o700 })
        // As if both had been ours, started at another time.
        writeFileSync(join(place.files, `${process.id}.pid`), `${strangerPid} 1 ${strangerPid} 1\n`)
        writeFileSync(join(place.files, `${process.id}.log`), 'old')
        await place.backend.end(process, { graceMs: 0 })
        assert.equal(stranger.exitCode ?? stranger.signalCode, null)
        const look = await place.backend.look(process, { offset: 0, limit: 100 })
        assert.deepEqual([look.state, look.exitCode, text(look)], ['gone', undefined, 'old'])
      } finally {
        stranger.kill('SIGKILL')
      }
    })

    test('a directory that is not there is said, and nothing runs', async () => {
      const start = startOf(place, 'echo no', { workdir: join(place.workdir, 'not', 'there') })
      await assert.rejects(place.backend.start(start), withCode('no-such-directory'))
      assert.ok(!stillRuns(start.id))
      assert.equal((await place.backend.look(start, { offset: 0, limit: 10 })).state, 'gone')
    })

    test('input that nobody reads is refused when the pipe is full, with how much was taken', async () => {
      const start = startOf(place, 'sleep 300')
      await place.backend.start(start)
      const error = await Promise.resolve(place.backend.write?.(start, new Uint8Array(80_000))).catch(
        (thrown) => thrown,
      )
      assert.ok(withCode('stdin-full')(error))
      assert.match(String(error.message), /65536 of 80000/)
      await place.backend.end(start, { graceMs: 1_000 })
    })

    test('a command that does not exist is an exit code, a fork of many is ended whole', async () => {
      const missing = startOf(place, 'no-such-program-here')
      await place.backend.start(missing)
      const look = await until(place, missing, ended)
      assert.equal(look.exitCode, 127)
      assert.match(text(look), /not found/)
      const many = startOf(place, 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 300 & done; echo up; wait')
      await place.backend.start(many)
      await until(place, many, (each) => text(each) === 'up\n')
      await place.backend.end(many, { graceMs: 5_000 })
      assert.ok(!stillRuns(many.id))
    })

    test('removing leaves no file behind', async () => {
      const start = startOf(place, 'echo x')
      await place.backend.start(start)
      await until(place, start, ended)
      await place.backend.remove(start)
      const left = existsSync(place.files) ? readdirSync(place.files).filter((file) => file.startsWith(start.id)) : []
      assert.deepEqual(left, [])
      assert.equal((await place.backend.look(start, { offset: 0, limit: 10 })).state, 'gone')
    })

    test('output that was trimmed is known to be gone, the rest stays where it was', async () => {
      const start = startOf(place, 'head -c 100000 /dev/zero | tr "\\0" a; printf tail')
      await place.backend.start(start)
      await until(place, start, ended)
      await place.backend.trim?.(start, 90_000)
      const look = await place.backend.look(start, { offset: 0, limit: 200_000 })
      assert.equal(look.totalBytes, 100_004)
      assert.ok(look.from === 90_000 || look.from === 0)
      assert.equal(text(look), `${'a'.repeat(100_000 - look.from)}tail`)
    })

    test('texts of any kind arrive as they are', { timeout: 240_000 }, async () => {
      const words = fc.string({ unit: 'binary', maxLength: 60 }).map((word) => word.toWellFormed().replaceAll('\0', ''))
      await fc.assert(
        fc.asyncProperty(words, words, async (one, other) => {
          const start = startOf(place, `printf '%s' '${one.replaceAll("'", `'\\''`)}' "$OTHER"`, {
            added: { OTHER: other },
          })
          await place.backend.start(start)
          const look = await until(place, start, ended)
          assert.deepEqual([text(look), look.exitCode], [one + other, 0])
          await place.backend.remove(start)
        }),
        { numRuns: 8 },
      )
    })

    test('what a target may not be is refused before anything runs', async () => {
      for (const target of ['', '-oProxyCommand=touch x', '--privileged', 'a b', 'a;b', 'a\nb', '$(a)', '../a', 'a/b'])
        await assert.rejects(place.backend.start(startOf(place, 'true', { target })), withCode('bad-target'), target)
    })

    test('a terminal is refused, since there is none to give', async () => {
      assert.equal(place.backend.hasPty, false)
      await assert.rejects(place.backend.start(startOf(place, 'true', { pty: true })), withCode('no-pty'))
    })
  })
}
