import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { commandText } from './command-text.ts'
import { readShell } from './script.ts'

const programs = (text: string): string =>
  readShell(text)
    .commands.map((command) => command.program)
    .join(' ')
const deciders = (text: string): string =>
  readShell(text)
    .deciders.map((command) => command.program)
    .join(' ')

const LINES: [line: string, commands: string, deciding: string][] = [
  ['ls -la', 'ls', 'ls'],
  ['cd app && go test ./... 2>&1 | tail -20', 'cd go tail', 'cd tail'],
  ['make; echo done', 'make echo', 'echo'],
  ['npm test || true', 'npm true', 'true'],
  ['make || echo no && ls', 'make echo ls', 'echo ls'],
  ['FOO=1 BAR="a b" timeout -k 5 60 npx tsc --noEmit', 'tsc', 'tsc'],
  ['sudo -u web env X=1 systemctl status web', 'systemctl', 'systemctl'],
  ["bash -lc 'cd x && make -j4'", 'cd make', 'cd make'],
  ['(cd a; ls) && pwd', 'cd ls pwd', 'ls pwd'],
  ['for f in a b; do cat $f; done | grep x', 'cat grep', 'grep'],
  ['if [ -f x ]; then cat x; else echo no; fi', '[ cat echo', 'echo'],
  ["cat > f.py <<'EOF'\nprint('a | b; c && d')\nEOF\npython3 f.py", 'cat python3', 'python3'],
  ["git commit -m \"$(cat <<'EOF'\nit's (half) a | pipe\nEOF\n)\" && git push", 'git git', 'git git'],
  ['set -e\nmake\nmake install', 'set make make', 'set make make'],
  ['set -o pipefail; make | tee log', 'set make tee', 'make tee'],
  ['grep "a|b;c" f # trailing | comment', 'grep', 'grep'],
  ["echo 'it''s' \\\n  && /usr/bin/env python3 -V", 'echo python3', 'echo python3'],
  ['find . -name "*.go" | xargs -n 1 grep -l TODO', 'find grep', 'grep'],
  ['sleep 5 &\nwait', 'sleep wait', 'wait'],
  ['npm start > log 2>&1 &', 'npm', ''],
  ["ssh -p 22 web 'tail -5 app.log | grep x'", 'ssh tail grep', 'ssh grep'],
  ['docker exec -u root box sh -c "ls /x"', 'docker ls', 'docker ls'],
  ['kubectl exec -n a pod -- cat /x', 'kubectl cat', 'kubectl cat'],
  ['', '', ''],
]

for (const [line, commands, deciding] of LINES) {
  test(`reads the commands of ${JSON.stringify(line)}`, () => {
    assert.equal(programs(line), commands)
    assert.equal(deciders(line), deciding)
  })
}

test('knows where the output of a command goes', () => {
  const one = (line: string) => {
    const command = readShell(line).commands[0]
    return [command?.stderrDropped, command?.stdoutTaken]
  }
  assert.deepEqual(one('ls x 2>/dev/null'), [true, false])
  assert.deepEqual(one('ls x > out.txt'), [false, true])
  assert.deepEqual(one('ls x >/dev/null 2>&1'), [true, true])
  assert.deepEqual(one('ls x &>/dev/null'), [true, true])
  assert.deepEqual(one('ls x 2>&1'), [false, false])
})

test('finds the command line in every form of arguments', () => {
  assert.equal(commandText({ command: 'ls' }), 'ls')
  assert.equal(commandText({ cmd: 'ls' }), 'ls')
  assert.equal(commandText({ command: ['bash', '-lc', 'ls | wc'] }), 'ls | wc')
  assert.equal(commandText({ command: ['rg', 'a b', 'src'] }), "rg 'a b' src")
  assert.equal(commandText('{"command":"ls"}'), 'ls')
  assert.equal(commandText('ls'), 'ls')
  assert.equal(commandText({ path: 'x' }), undefined)
  assert.equal(commandText(undefined), undefined)
  assert.equal(commandText(7), undefined)
})

const shellLike = fc.array(
  fc.constantFrom(
    'a',
    'b',
    ' ',
    '|',
    '||',
    '&&',
    ';',
    '&',
    '\n',
    '"',
    "'",
    '`',
    '$(',
    ')',
    '(',
    '<<E',
    'E',
    '2>',
    '>&1',
    '\\',
    '#',
    '{',
    'if',
    'then',
    'bash -c ',
  ),
  { maxLength: 60 },
)

test('reads any text, however unbalanced, and every decider is one of the commands', () => {
  fc.assert(
    fc.property(shellLike, (pieces) => {
      const script = readShell(pieces.join(''))
      for (const decider of script.deciders) assert.ok(script.commands.includes(decider))
    }),
  )
})

test('any value is taken as arguments', () => {
  fc.assert(fc.property(fc.anything(), (args) => assert.doesNotThrow(() => commandText(args))))
})
