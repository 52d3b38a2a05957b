import type { App } from '../../app.ts'
import { closeDirectory } from '../../lib/private-directory.ts'
import { armOf } from '../../schema/arm.ts'
import type { DoctorReport } from './shape.ts'
import { type Discovery, discoverDefaults, discoverPath } from '../../sources/find/discover.ts'
import { SOURCES } from '../../sources/registry.ts'
import type { Connection } from '../../store/connection.ts'
import { listCursors, listIssues } from '../../store/facts/file.ts'
import { countUnowned } from '../../store/facts/owner.ts'
import { type ConfigInput, describeConfig } from '../config/operation.ts'
import { listNotRead } from '../sources/not-read-operation.ts'
import { hookLimits } from '../hook/deadline-operation.ts'
import { readHookFigures } from '../hook/log-operation.ts'

export type { DoctorReport } from './shape.ts'

/**
 * Reports which files were found where, which could not be read and why, and the configuration. Connects to nothing
 * unless the input asks for it.
 */
export const doctor = async (
  app: App,
  store: Connection,
  { version, ...configured }: { version: string } & ConfigInput,
): Promise<DoctorReport> => {
  const discovery = await discoverDefaults(SOURCES, app.place)
  const cursors = await listCursors(store, app.machine)
  const places = new Map<string, DoctorReport['places'][number]>()
  const placeOf = (source: string, path: string) => {
    const key = `${source}\u0000${path}`
    const place = places.get(key) ?? { source, path, files: 0, bytes: 0, read: 0, missing: 0, unreadable: 0, behind: 0 }
    places.set(key, place)
    return place
  }
  const sizes = new Map(cursors.map((cursor) => [`${cursor.source}\u0000${cursor.path}`, cursor]))
  for (const file of discovery.files) {
    const place = placeOf(file.source.name, file.root)
    place.files++
    place.bytes += file.size
    const cursor = sizes.get(`${file.source.name}\u0000${file.path}`)
    if (cursor === undefined || cursor.size !== file.size || cursor.modified_at !== file.modifiedAt) place.behind++
  }
  const isLookedFor = new Set(discovery.roots.map((root) => root.path))
  for (const cursor of cursors) {
    const place = placeOf(cursor.source, cursor.root)
    // For a place that the user named, the files are those that the last sync found there.
    if (!isLookedFor.has(cursor.root) && cursor.state !== 'missing') {
      place.files++
      place.bytes += Math.max(0, cursor.size)
    }
    if (cursor.state === 'missing') place.missing++
    else if (cursor.state === 'unreadable') place.unreadable++
    else place.read++
  }
  const closed = await closedPlaces(cursors.filter((cursor) => !isLookedFor.has(cursor.root)))
  const issues: DoctorReport['issues'] = [...discovery.issues, ...closed].map(({ source, path, code, message }) => ({
    source: source ?? null,
    file: path,
    line: 0,
    code,
    message,
  }))
  const openHome = closeDirectory(app.home, { userHome: app.place.home })
  if (openHome !== undefined)
    issues.push({ source: null, file: app.home, line: 0, code: 'home-open', message: openHome })
  for await (const { source, path, line, code, message } of listIssues(store, app.machine)) {
    issues.push({ source, file: path, line, code, message })
  }
  return {
    warmstart: version,
    node: process.versions.node,
    sqlite: process.versions.sqlite ?? '',
    platform: `${process.platform} ${process.arch}`,
    store: { address: withoutPassword(app.storeAddress), engine: store.engine.name },
    owner: app.owner,
    configuration: await describeConfig(app, configured),
    hooks: hooksOf(app),
    places: [...places.values()],
    notRead: listNotRead(app),
    unowned: (await countUnowned(store)).map(({ source, platform, sessions }) => ({ source, platform, sessions })),
    issues,
  }
}

const hooksOf = ({ home, place }: App): DoctorReport['hooks'] => {
  const { givingMs } = hookLimits(place.env)
  return {
    arm: armOf(place.env) ?? null,
    limitMs: givingMs,
    runs: readHookFigures(home) ?? null,
  }
}

/** Unreadable places below the directories that the user named. A directory that no longer exists is not an issue. */
const closedPlaces = async (cursors: readonly { source: string; root: string }[]): Promise<Discovery['issues']> => {
  const closed: Discovery['issues'] = []
  for (const [root, name] of new Map(cursors.map(({ source, root: path }) => [path, source]))) {
    const source = SOURCES.find((one) => one.name === name)
    const found = source === undefined ? undefined : await discoverPath(root, source)
    closed.push(...(found?.issues ?? []).filter(({ code }) => code === 'unreadable' || code === 'link-outside'))
  }
  return closed
}

/** Hides the password of an address, so that it can be shown. */
export const withoutPassword = (address: string): string => address.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:***@')
