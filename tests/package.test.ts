import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { scratch } from './support/store.ts'

const ROOT = join(import.meta.dirname, '..')
const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** What the page's examples take from the providers: types alone, which vanish when they run. */
const SDKS = ['openai', '@anthropic-ai/sdk', '@google/genai', 'ai', '@types/node']

interface Example {
  file: string
  code: string
  shown: string
  /** What it stands below. */
  heading: string
}

/** Blocks of code with what stands below them. One that begins with the name of a file is that file, and prints nothing. */
const examplesOn = (path: string): Example[] => {
  const page = readText(path)
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm)].map((match, at) => {
    const [, code = '', shown = ''] = match
    const file = /^\/\/ ([\w-]+\.ts)\n/.exec(code)?.[1] ?? `${basename(path, '.md')}-${String(at).padStart(2, '0')}.ts`
    const above = page.slice(0, match.index).split(/^##? /m).at(-1) ?? ''
    return { file, code, shown, heading: above.split('\n')[0] ?? '' }
  })
}

/** Writes down which packages are loaded, and what would keep the process alive. */
const RECORDER = `import { registerHooks } from 'node:module'
const packages = new Set()
registerHooks({
  load: (url, context, next) => {
    const [name] = url.match(/(?<=.*\\/node_modules\\/)(?:@[^/]+\\/)?[^/]+/) ?? []
    if (name !== undefined) packages.add(name)
    return next(url, context)
  },
})
const report = (more = {}) => {
  const held = process.getActiveResourcesInfo().filter((name) => !/^(?:Pipe|TTY|FS|File)/.test(name))
  process.stdout.write(JSON.stringify({ packages: [...packages].sort(), held, ...more }))
}
`

/** In one process, because loading the library takes longer than running an example. */
const runnerOf = (files: readonly string[]): string => `
const write = process.stdout.write
const outputs = {}
for (const file of ${JSON.stringify(files)}) {
  outputs[file] = ''
  process.stdout.write = (text) => ((outputs[file] += text), true)
  try {
    await import('./' + file)
  } catch (error) {
    outputs[file] += error.stack
  }
}
process.stdout.write = write
report({ outputs })
`

/** Complaints of the compiler about the files of a user who has the strictest settings. */
const typeErrors = (place: string, { files, skipLibCheck = true }: { files?: string[]; skipLibCheck?: boolean }) => {
  const compilerOptions = {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2024',
    lib: ['esnext'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck,
  }
  const which = files === undefined ? { include: ['*.ts'] } : { files }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, ...which }))
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const { stdout } = spawnSync(tsc, ['-p', '.', '--pretty', 'false'], { encoding: 'utf8', cwd: place })
  const lines = stdout.split('\n').filter((line) => /^\S/.test(line))
  return files === undefined ? lines : lines.map((line) => line.replace(/(?<=^[\w.-]+\(\d+,).*/, ''))
}

suite('the package where it is installed, with nothing of the clone around it', () => {
  const directory = scratch({ after })
  const place = join(directory, 'elsewhere')
  const modules = join(place, 'node_modules')
  const home = join(directory, 'home')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, WARMSTART_OWNER: 'sam' }

  /** What the package brings itself is there already. */
  const link = (name: string): void => {
    if (!existsSync(join(ROOT, 'node_modules', name)) || existsSync(join(modules, name))) return
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }

  const node = (...words: string[]) => spawnSync(process.execPath, words, { encoding: 'utf8', cwd: place, env })

  before(() => {
    execFileSync('npm', ['pack', '--pack-destination', directory, '--silent'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const tarball = readdirSync(directory).find((name) => name.endsWith('.tgz'))
    assert.ok(tarball)
    execFileSync('tar', ['-xzf', join(directory, tarball), '-C', directory])
    mkdirSync(modules, { recursive: true })
    mkdirSync(home)
    renameSync(join(directory, 'package'), join(modules, 'warmstart'))
    writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
    // What `npm install` would put beside it, without asking the registry.
    const { dependencies, optionalDependencies } = JSON.parse(readText('package.json')) as {
      dependencies: Record<string, string>
      optionalDependencies: Record<string, string>
    }
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) link(name)
  })

  test('its commands work', () => {
    const run = (...words: string[]) =>
      spawnSync(join(modules, 'warmstart', 'bin', 'warmstart'), words, {
        encoding: 'utf8',
        cwd: home,
        env: { PATH: env.PATH, HOME: home },
      })
    assert.match(run('--version').stdout, /^\d+\.\d+\.\d+\n$/)
    const started = run('start', '--json')
    assert.equal(started.stderr, '')
    const report = JSON.parse(started.stdout) as { sample: boolean; totals: { calls: number }; page: string }
    assert.ok(existsSync(report.page))
    assert.ok(report.sample && report.totals.calls > 1_000)
    assert.match(run('doctor').stdout, /No issues|No history/)
  })

  test('importing it opens, starts, prints and loads nothing', () => {
    writeFileSync(join(place, 'import.mjs'), `${RECORDER}await import('warmstart')\nreport()\n`)
    const empty = join(directory, 'empty')
    mkdirSync(empty)
    const { stdout, stderr, status } = spawnSync(process.execPath, ['import.mjs'], {
      encoding: 'utf8',
      cwd: place,
      env: { ...env, HOME: empty },
    })
    assert.deepEqual([stderr, status], ['', 0])
    assert.deepEqual(JSON.parse(stdout), { packages: ['warmstart'], held: [] })
    assert.deepEqual(readdirSync(empty), [])
  })

  suite('the pages of the library and of the conformance suites', () => {
    const examples = ['docs/library.md', 'docs/conformance.md'].flatMap(examplesOn)
    let ran: { outputs: Record<string, string>; packages: string[] }

    before(() => {
      for (const { file, code } of examples) writeFileSync(join(place, file), code)
      const files = examples.map(({ file }) => file)
      writeFileSync(join(place, 'run.mjs'), `${RECORDER}${runnerOf(files)}`)
      const { stdout, stderr } = node('run.mjs')
      assert.equal(stderr, '')
      ran = JSON.parse(stdout) as typeof ran
    })

    for (const { file, shown, heading } of examples)
      test(`${heading}: ${file} prints what stands below it`, () => assert.equal(ran.outputs[file], shown))

    test('have an example of every function', () => {
      const list =
        "for (const name of ['warmstart', 'warmstart/testing']) console.log(...Object.keys(await import(name)))"
      const listed = node('--input-type=module', '-e', list)
      const names = listed.stdout.trim().split(/\s/)
      assert.ok(names.length > 15 && names.includes('sourceChecks'), listed.stderr)
      const code = examples.map((example) => example.code).join('\n')
      assert.deepEqual(
        names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code)),
        [],
      )
    })

    test('load neither zod nor a driver that no store asks for', () => {
      assert.ok(ran.packages.includes('gpt-tokenizer'), 'the recorder has lost its way')
      assert.deepEqual(
        ran.packages.filter((name) => ['zod', 'pg', 'happy-dom', '@observablehq/plot'].includes(name)),
        [],
      )
    })

    test('pass the type check of a user, with the types of the SDKs', () => {
      SDKS.forEach(link)
      assert.deepEqual(typeErrors(place, {}), [])
    })

    test('a wrong use does not pass it, so its types are not any', () => {
      const wrong = [
        "import { createTemplate, loadTemplate, openWarmstart, type Template } from 'warmstart'",
        "const made: Template = createTemplate({ name: 'x', patterns: [{ tool: 'x' }] })",
        'const rate: string | undefined = made.success?.low',
        'await loadTemplate(await openWarmstart({ store: 5 }), made.patterns[0]?.tool)',
      ].join('\n')
      writeFileSync(join(place, 'wrong.ts'), wrong)
      // Declarations are checked as well: each must resolve all that it names.
      assert.deepEqual(typeErrors(place, { files: ['wrong.ts'], skipLibCheck: false }), [
        'wrong.ts(2,',
        'wrong.ts(3,',
        'wrong.ts(4,',
        'wrong.ts(4,',
      ])
    })
  })

  test('holds types of what a user can come to, and no others', () => {
    const shipped = readdirSync(join(modules, 'warmstart', 'dist'), { recursive: true, encoding: 'utf8' })
    const types = shipped.filter((path) => path.endsWith('.d.ts'))
    assert.ok(types.includes('index.d.ts') && types.includes(join('schema', 'listing', 'template.d.ts')))
    assert.ok(!types.some((path) => path.startsWith(join('interfaces', 'cli'))), 'types of the command line')
    assert.ok(!shipped.some((path) => /\.test\.|fixtures/.test(path)))
  })
})
