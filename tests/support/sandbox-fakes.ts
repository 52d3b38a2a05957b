import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uses } from './programs.ts'

// What runs inside uses these where they are there.
uses('setsid', 'fallocate')

/**
 * Programs that are called like those of sandboxes and run what they are given on this machine, in an empty environment and a
 * directory of their own: what is handed to them, and what happens inside, is the same. A sandbox is there while its file is.
 */
export const fakeSandboxes = (
  directory: string,
  tools = process.env['PATH'] ?? '/usr/bin:/bin',
): { path: string; root: string } => {
  const path = join(directory, 'bin')
  const root = join(directory, 'root')
  for (const each of [path, root, join(root, 'tmp'), join(root, 'there')]) mkdirSync(each, { recursive: true })
  const program = (name: string, body: string): void => {
    writeFileSync(join(path, name), `#!/bin/sh\nroot='${root}' tools='${tools}'\n${INSIDE}\n${body}\n`)
    chmodSync(join(path, name), 0o755)
  }
  program('docker', DOCKER)
  program('singularity', SINGULARITY)
  program('modal', MODAL)
  return { path, root }
}

const INSIDE = `inside() {
name=$1; shift
cd "$root" && exec env -i PATH="$tools" HOME="$root" TMPDIR="$root/tmp" SANDBOX="$name" "$@"
}
bad() { echo "bad usage: $*" >&2; exit 64; }`

const DOCKER = `case "$1" in
exec)
[ "$2" = --interactive ] || bad "$@"
[ -e "$root/there/$3" ] || { echo "Error response from daemon: No such container: $3" >&2; exit 1; }
name=$3; shift 3; inside "$name" "$@" ;;
run)
while [ $# -gt 0 ]; do [ "$1" = --name ] && name=$2; shift; done
: >"$root/there/$name"; echo "$name" ;;
rm) [ "$2" = --force ] || bad "$@"; rm -f "$root/there/$3" ;;
*) bad "$@" ;;
esac`

const SINGULARITY = `case "$1 $2" in
"exec instance://"*)
name=\${2#instance://}
[ -e "$root/there/$name" ] || { echo "FATAL: no instance found with name $name" >&2; exit 255; }
shift 2; inside "$name" "$@" ;;
"instance start") : >"$root/there/$4" ;;
"instance stop") rm -f "$root/there/$3" ;;
*) bad "$@" ;;
esac`

/** Greets on its output, as it may. */
const MODAL = `[ "$1 $2 $3 $5" = "container exec --no-pty --" ] || bad "$@"
[ -e "$root/there/$4" ] || { echo "Container ID $4 not found" >&2; exit 1; }
echo Connecting...
name=$4; shift 5; inside "$name" "$@"`
