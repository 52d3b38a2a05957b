import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bash, type MadeCall, START, writeHistory } from '../../tests/support/mined-history.ts'
import { scratch, testApp } from '../../tests/support/store.ts'
import { build } from '../verbs/build/operation.ts'
import type { Connection } from '../store/connection.ts'
import { openStore } from '../store/open.ts'
import { refreshReady } from './run-ready.ts'
import { relevantTemplates } from './run-relevance.ts'

/** A made-up project: what its files and commands are, what people asked for so far, and how later sessions begin. */
interface Planted {
  name: string
  files: readonly string[]
  commands: readonly string[]
  asked: readonly (readonly string[])[]
  later: readonly string[]
}

const PLANTED: readonly Planted[] = [
  {
    name: 'bikerental',
    files: [
      'src/booking/availability.ts',
      'src/stations/dock-map.tsx',
      'src/pricing/deposit.ts',
      'e2e/booking.spec.ts',
    ],
    commands: ['pnpm test', 'pnpm e2e booking', 'pnpm tsc --noEmit'],
    asked: [
      [
        'two people can book the same bike at a station, availability must be checked in the transaction',
        'and the dock map?',
      ],
      ['the deposit is charged again when a booking gets extended', 'show the deposit on the receipt too'],
      ['dock map: stations without free docks should be grey', 'make the legend smaller'],
      ['cargo bikes need their own price per hour and a higher deposit', 'yes'],
    ],
    later: [
      'a bike that was returned to the wrong station still shows up as available at the old dock',
      'refund the deposit automatically two days after a booking ends',
      'let people book a cargo bike and a normal one together',
    ],
  },
  {
    name: 'quill-compiler',
    files: [
      'src/lexer.rs',
      'src/parser/pattern.rs',
      'src/typeck/unify.rs',
      'src/codegen/closures.rs',
      'docs/grammar.ebnf',
    ],
    commands: ['cargo test', 'cargo clippy', 'cargo run -- examples/fib.ql'],
    asked: [
      ['closures that capture a loop variable crash codegen', 'the environment struct is wrong'],
      ['unify loops forever on recursive types, we need an occurs check', 'add a ui test'],
      ['pattern matching on tuples in the parser', 'and exhaustiveness later'],
      ['spans of type errors point at the macro instead of its caller', 'ok commit'],
    ],
    later: [
      'unify reports the expected type and the found type the wrong way round',
      'closures inside closures: codegen copies the environment twice',
      'the parser accepts a tuple pattern without a closing paren',
    ],
  },
  {
    name: 'moonfarm',
    files: ['scripts/crops/growth.gd', 'scenes/Greenhouse.tscn', 'scripts/inventory/slot.gd', 'scripts/npc/trader.gd'],
    commands: ['godot --headless --run-tests', 'python tools/pack_sprites.py', 'make test'],
    asked: [
      ['crops stop growing when the player leaves the greenhouse', 'use the global clock'],
      ['dragging a stack onto another inventory slot duplicates the crops', 'also with shift'],
      ['the trader npc should buy moonberries at night', 'double the price'],
      ['saved games break when a crop is renamed', 'keep old saves loadable'],
    ],
    later: [
      'the trader buys crops that are still growing',
      'sort the inventory by kind when the player presses tab, crops first',
      'moonberries should only grow in the greenhouse',
    ],
  },
  {
    name: 'tidewater',
    files: [
      'dags/ingest_gauges.py',
      'dbt/models/fct_tides.sql',
      'dbt/models/stg_gauges.sql',
      'tidewater/parse_buoy.py',
    ],
    commands: ['dbt run -s fct_tides', 'airflow dags test ingest_gauges', 'pytest tests/test_parse_buoy.py'],
    asked: [
      ['ingest_gauges failed last night with a KeyError in parse_buoy', 'backfill three days'],
      ['fct_tides has duplicate rows for gauges that were renamed', 'dedupe in staging'],
      ['readings of a gauge must be between -5 and 20 m, warn otherwise', 'dbt test please'],
      ['the airflow scheduler needs 8 GB, limit the dag runs', 'fine'],
    ],
    later: [
      'backfill the gauges of last week, the dag was paused',
      'parse_buoy should skip lines that begin with a hash',
      'make fct_tides an incremental dbt model',
    ],
  },
  {
    name: 'kettle-firmware',
    files: ['src/pid.c', 'src/drivers/thermistor.c', 'boards/kettle_v3.overlay', 'src/ble/gatt_brew.c'],
    commands: ['west build -b kettle_v3', 'west flash', 'west twister -T tests', 'make test'],
    asked: [
      ['the kettle overshoots by six degrees from cold, tune the pid', 'anti windup'],
      ['thermistor readings are noisy since board v3', 'median of five'],
      ['a BLE characteristic for the target temperature in gatt_brew', 'notify on change'],
      ['the watchdog resets the kettle during an ota update', 'feed it in the flash loop'],
    ],
    later: [
      'pid output saturates when the kettle is almost empty',
      'add a BLE characteristic that says whether the kettle is on its base',
      'west flash fails since the overlay was renamed',
    ],
  },
  {
    name: 'belegbuch',
    files: ['belegbuch/import/camt.py', 'belegbuch/export/datev.py', 'belegbuch/ocr/receipt.py', 'tests/test_datev.py'],
    commands: ['pytest', 'ruff check', 'python -m belegbuch import auszug.xml'],
    asked: [
      ['der camt import verbucht gebühren doppelt', 'bitte auch einen test'],
      ['im datev export fehlt der steuerschlüssel für reverse charge', 'danke'],
      ['belege per ocr einlesen, betrag und datum erkennen', 'tesseract'],
      ['buchungen aus dem kontoauszug den belegen zuordnen', 'nach betrag'],
    ],
    later: [
      'datev export mit umlauten ist kaputt',
      'die ocr liest bei manchen belegen das falsche datum',
      'kontoauszug im camt format ohne gebühren wird nicht importiert',
    ],
  },
]

/** What has nothing to do with any of them; every second one is a request to a developer. */
const UNRELATED = [
  'plan a trip to Lisbon for four days',
  'implement a red-black tree with insert and delete',
  'write a haiku about autumn rain',
  'write a script that renames photos by their EXIF date',
  'a recipe for lentil soup without garlic',
  'how do I center a div with flexbox',
  'draft a birthday card for my grandmother',
  'set up nginx as a reverse proxy with certificates',
  'summarize the plot of Moby Dick',
  'why does my docker container exit with code 137',
  'how do I remove a wine stain from a carpet',
  'create a regex that matches IPv6 addresses',
  'suggest three names for a grey cat',
  'add pagination to the users endpoint',
  'what should I pack for a week of hiking in Norway',
  'generate typescript types from this OpenAPI file',
  'explain photosynthesis to a ten year old',
  'my react component rerenders too often, find out why',
  'compare the tax rules for freelancers in Spain and Portugal',
  'implement oauth login with google',
  'thanks, looks good',
  'fix the tests',
  'run the integration tests',
  'continue',
  'run the build and fix the code',
  'the build is broken on CI, please fix',
  'hi',
  'update the dependencies and fix whatever breaks',
  'yes please',
  'write a README for this repository',
  'was ist die hauptstadt der mongolei',
  'review my pull request',
] as const

const callsOf = ({ name, files, commands }: Planted, asked: readonly string[], at: number): MadeCall[] =>
  asked.flatMap((words, turn) => {
    const pick = <T>(list: readonly T[], shift: number): T => list[(at + turn + shift) % list.length] as T
    return [
      { tool: 'Read', args: { file_path: `/home/sam/${name}/${pick(files, 0)}` }, result: 'text', asked: words },
      bash(pick(commands, 0)),
      { tool: 'Read', args: { file_path: `/home/sam/${name}/${pick(files, 1)}` }, result: 'text' },
      bash(pick(commands, 1)),
    ]
  })

describe('templates of six projects', () => {
  let store: Connection
  const cleaning: (() => void)[] = []
  before(async () => {
    const app = testApp(scratch({ after: (clean) => void cleaning.push(clean) }))
    store = await openStore(app.storeAddress)
    for (const planted of PLANTED) {
      const project = `/home/sam/${planted.name}`
      await writeHistory(
        store,
        planted.asked.map((asked, at) => ({
          id: `${planted.name}-${at}`,
          project,
          cwd: project,
          startedAt: START + at * 86_400_000,
          calls: callsOf(planted, asked, at),
        })),
      )
      await build(app, store, { name: planted.name, project })
    }
    await refreshReady(store, { owner: 'sam', now: app.now() })
  })
  after(async () => {
    await store.close()
    for (const clean of cleaning) clean()
  })

  const given = async (text: string): Promise<string | undefined> =>
    (await relevantTemplates(store, { owner: 'sam', text })).find(({ passes }) => passes)?.name

  test('the first message of a later session finds the template of its project, nearly always', async () => {
    const wrong: string[] = []
    for (const { name, later } of PLANTED)
      for (const text of later) {
        const found = await given(text)
        if (found !== name) wrong.push(`${text}: ${found}`)
      }
    assert.ok(wrong.length <= 0.2 * 3 * PLANTED.length, wrong.join('\n'))
  })

  test('what has nothing to do with them is given nothing, nearly always', async () => {
    const wrong: string[] = []
    for (const text of UNRELATED) {
      const found = await given(text)
      if (found !== undefined) wrong.push(`${text}: ${found}`)
    }
    assert.ok(wrong.length <= 0.1 * UNRELATED.length, wrong.join('\n'))
  })

  test('a project without its template is given nothing of the others, nearly always', async () => {
    let wrong = 0
    for (const { name, later } of PLANTED)
      for (const text of later) {
        const candidates = await relevantTemplates(store, { owner: 'sam', text })
        if (candidates.some((candidate) => candidate.passes && candidate.name !== name)) wrong++
      }
    assert.ok(wrong <= 0.1 * 3 * PLANTED.length, `${wrong}`)
  })

  test('a session that begins in a project is given its template before anything is said', async () => {
    for (const { name } of PLANTED) {
      const [best] = await relevantTemplates(store, { owner: 'sam', project: `/home/sam/${name}` })
      assert.equal(best?.name, name)
      assert.ok(best?.passes)
    }
    assert.deepEqual(await relevantTemplates(store, { owner: 'sam', project: '/home/sam/else' }), [])
    assert.deepEqual(await relevantTemplates(store, { owner: 'eve', project: '/home/sam/moonfarm' }), [])
  })

  test('the reason names words of the message', async () => {
    const [best] = await relevantTemplates(store, { owner: 'sam', text: 'Why do Moonberries rot in the greenhouse?' })
    assert.match(best?.why ?? '', /^words: (?=.*moonberries)(?=.*greenhouse)/)
  })
})

test('templates of one history are of its project, also where the build names none, and do not push each other down', async (t) => {
  const app = testApp(scratch(t))
  const store = await openStore(app.storeAddress)
  t.after(() => store.close())
  const plant = (planted: Planted): Promise<void> =>
    writeHistory(
      store,
      planted.asked.map((asked, at) => ({
        id: `${planted.name}-${at}`,
        project: `/home/sam/${planted.name}`,
        cwd: `/home/sam/${planted.name}`,
        startedAt: START + at * 86_400_000,
        calls: callsOf(planted, asked, at),
      })),
    )
  const [one, other] = PLANTED
  assert.ok(one !== undefined && other !== undefined)
  await plant(one)
  const scores = async (): Promise<number[]> => {
    const found = await relevantTemplates(store, { owner: 'sam', text: one.later[0] })
    return found.map(({ score }) => score)
  }
  await build(app, store, { name: 'first', project: one.name })
  const [alone = 0] = await scores()
  assert.equal((await build(app, store, { name: 'second' })).scope.project, `/home/sam/${one.name}`)
  await plant(other)
  assert.equal((await build(app, store, { name: 'third' })).scope.project, null)
  const beside = await scores()
  assert.equal(beside.length, 3)
  assert.ok(
    alone >= 1 && beside.every((score) => score >= 0.7 * alone),
    `${alone} alone, ${beside.join(', ')} together`,
  )
})
