import { readFileSync } from 'node:fs'

/** Network file systems. A program that asks one whose server is gone waits for ever. */
const NETWORK = /^(?:nfs4?|cifs|smb3?|smbfs|9p|afs|ceph|glusterfs|lustre|davfs|ncpfs|fuse\.(?!lxcfs|portal|gvfsd)\S+)$/

/** A busy machine takes a second to start a thread. A mount that answers later than this is useless for an import. */
const LIMIT_MS = 3_000

export interface MountAnswersOptions {
  /** The text of `/proc/self/mountinfo`. */
  mountinfo?: (() => string) | undefined
  /** Whether the file system at a path answers in time. */
  probe?: ((path: string) => boolean) | undefined
}

/**
 * Returns a check whether the disk below a path answers. A local path always does. A network mount is asked once, from
 * a thread that may hang. If mounts cannot be listed (macOS, Windows), every path counts as answering.
 */
export const createMountAnswers = ({ mountinfo = readMountinfo, probe = probeInThread }: MountAnswersOptions = {}) => {
  let mounts: string[] | undefined
  const answers = new Map<string, boolean>()
  return (path: string): boolean => {
    mounts ??= networkMounts(mountinfo())
    const mount = mounts.find((each) => path === each || path.startsWith(`${each}/`))
    if (mount === undefined) return true
    let answer = answers.get(mount)
    if (answer === undefined) {
      answer = probe(mount)
      answers.set(mount, answer)
    }
    return answer
  }
}

const readMountinfo = (): string => {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return ''
  }
}

/**
 * Reads lines such as `36 35 98:0 / /mnt/share rw,noatime - nfs4 server:/share rw`, the longest path first. Blanks in
 * a path are written `\040`.
 */
const networkMounts = (mountinfo: string): string[] =>
  mountinfo
    .split('\n')
    .flatMap((line) => {
      const [before = '', after = ''] = line.split(' - ', 2)
      const place = before.split(' ')[4]
      return place !== undefined && NETWORK.test(after.split(' ')[0] ?? '') ? [unescaped(place)] : []
    })
    .toSorted((one, other) => other.length - one.length)

const unescaped = (place: string): string =>
  place.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

const ASK = `const { workerData } = require('node:worker_threads')
try { require('node:fs').statSync(workerData.path) } catch {}
Atomics.store(workerData.state, 0, 1)
Atomics.notify(workerData.state, 0)`

const probeInThread = (path: string): boolean => {
  const state = new Int32Array(new SharedArrayBuffer(4))
  // Loaded only here, because every hook loads this file and hardly any needs the thread.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  new Worker(ASK, { eval: true, workerData: { path, state } }).unref()
  return Atomics.wait(state, 0, 0, LIMIT_MS) !== 'timed-out'
}
