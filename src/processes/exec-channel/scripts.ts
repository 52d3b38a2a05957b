import type { BackendStart } from '../backend.ts'
import { printfFormat, quote } from './quote.ts'
import { MEMBERS, PREAMBLE, SUPERVISE } from './script-parts.ts'

/*
 * Scripts that run inside a sandbox, for any POSIX shell with the usual small programs. A script is one compound
 * command: if the channel is cut during the transfer, a shell refuses to run the half. The answer stands between marks
 * that no other program prints, so that greetings of login shells do no harm.
 */

/** A complete script. Its answer is `mark`, a word, fields, and `mark` again after the payload. */
const scriptOf = (id: string, mark: string, body: string): string => `{
id=${quote(id)}
say() { printf '\\n%s %s\\n' ${quote(mark)} "$*"; }
fin() { printf '\\n%s.\\n' ${quote(mark)}; exit 0; }
${PREAMBLE}
${body}
fin
}
`

/** Answers `started PID`, also if the process was started before, or `failed WHY`. */
export const startScript = (start: BackendStart, mark: string): string =>
  scriptOf(
    start.id,
    mark,
    `fail() { say failed "$@"; fin; }
mkdir -m 700 "$base" 2>/dev/null
[ -d "$base" ] && [ ! -L "$base" ] && [ -O "$base" ] || fail "$base cannot be made, or is somebody else's"
if [ ! -e "$f.pid" ]; then
cd -- ${quote(start.workdir)} 2>/dev/null || { say no-directory; fin; }
command -v setsid >/dev/null || command -v perl >/dev/null || fail 'neither setsid nor perl is there: install util-linux inside'
rm -f "$f.in"; mkfifo -m 600 "$f.in" || fail 'no pipe for its input can be made'
: >>"$f.log" || fail 'its output cannot be kept'
printf %s ${quote(exportsOf(start))} >"$f.env"
export WARMSTART_PROCESS_ID="$id"
new sh -c ${quote(`id=$1\n${PREAMBLE}\n${SUPERVISE}`)} sh "$id" ${quote(start.command)} </dev/null >/dev/null 2>&1 &
n=0
while [ ! -e "$f.pid" ] && [ $n -lt 80 ]; do nap; n=$((n+1)); done
fi
known || fail 'it did not come up'
say started "$cmd"`,
  )

const exportsOf = ({ id, added }: BackendStart): string =>
  Object.entries({ ...added, WARMSTART_PROCESS_ID: id })
    .filter(([name]) => /^[A-Za-z_]\w{0,200}$/.test(name))
    .map(([name, value]) => `export ${name}=${quote(value)}`)
    .join('\n')

/** Answers `look STATE PID CODE SECONDS SIZE FROM COUNT STDIN` and the bytes. The state is read before the size. */
export const lookScript = (
  id: string,
  mark: string,
  { offset, limit, carries }: { offset: number; limit: number; carries: 'bytes' | 'text' },
): string =>
  scriptOf(
    id,
    mark,
    `state=gone code=- at=- open=0 size=0 from=${offset} trimmed=0
cmd=-; known
if [ ! -e "$f.exit" ] && { mine "$sup" "$supb" || mine "$cmd" "$cmdb"; }; then
state=running; [ -p "$f.in" ] && open=1
elif [ -e "$f.exit" ]; then state=exited; read -r code at <"$f.exit"; fi
[ -e "$f.log" ] && size=$(stat -c %s "$f.log" 2>/dev/null || wc -c <"$f.log")
[ -e "$f.trim" ] && read -r trimmed <"$f.trim"
[ "$from" -lt "$trimmed" ] && from=$trimmed
[ "$from" -gt $((size)) ] && from=$((size))
n=$((size-from)); [ $n -gt ${limit} ] && n=${limit}
say look $state "$cmd" "$code" "$at" $((size)) $from $n $open
[ $n -gt 0 ] && tail -c +$((from+1)) "$f.log" | head -c $n${carries === 'text' ? ' | od -An -v -tx1' : ''}`,
  )

/** Answers `ended` and the number of processes left: SIGTERM first, then SIGKILL after the grace period. */
export const endScript = (id: string, mark: string, graceMs: number): string =>
  scriptOf(
    id,
    mark,
    `sup=- supb=- cmd=- cmdb=-; known
${MEMBERS}
members
if [ -n "$m" ]; then
signal TERM
n=0; while [ $n -lt ${Math.ceil(graceMs / 100)} ]; do members; [ -z "$m" ] && break; nap; n=$((n+1)); done
n=0; while members; [ -n "$m" ] && [ $n -lt 50 ]; do signal KILL; nap; n=$((n+1)); done
fi
n=0; while [ ! -e "$f.exit" ] && mine "$sup" "$supb" && [ $n -lt 30 ]; do nap; n=$((n+1)); done
set -- $m; say ended $#`,
  )

/** A chunk of this size is written whole or not at all: pipes guarantee that. */
export const CHUNK_BYTES = 4_096

/** Answers `written CHUNKS`, or `closed` if no process reads. */
export const writeScript = (id: string, mark: string, chunks: readonly Uint8Array[]): string =>
  scriptOf(
    id,
    mark,
    `known; [ ! -e "$f.exit" ] && [ -p "$f.in" ] && mine "$sup" "$supb" || { say closed; fin; }
limit() { if command -v timeout >/dev/null; then timeout 3 "$@"; else "$@"; fi; }
feed() { limit dd if="$f.chunk" of="$f.in" bs=${CHUNK_BYTES} count=1 2>/dev/null && done=$((done+1)) || { say written $done; fin; }; }
done=0
${chunks.map((chunk) => `printf ${printfFormat(chunk)} >"$f.chunk" && feed`).join('\n')}
say written $done`,
  )

/** Answers `closed`. The process still reads what was written before. */
export const closeScript = (id: string, mark: string): string =>
  scriptOf(id, mark, 'known && [ -p "$f.in" ] && mine "$sup" "$supb" && kill -USR1 "$sup"; rm -f "$f.in"; say closed')

/**
 * Answers `trimmed`. It punches a hole into the file, which keeps all offsets; on a file system without holes
 * everything stays.
 */
export const trimScript = (id: string, mark: string, before: number): string =>
  scriptOf(
    id,
    mark,
    `was=0; [ -e "$f.trim" ] && read -r was <"$f.trim"
if [ ${before} -gt "$was" ] && command -v fallocate >/dev/null; then
printf '%s\\n' ${before} >"$f.trim.new" && mv -f "$f.trim.new" "$f.trim"
fallocate -p -o 0 -l ${before} "$f.log" 2>/dev/null || printf '%s\\n' "$was" >"$f.trim"
fi
say trimmed`,
  )

/** Answers `removed`. */
export const removeScript = (id: string, mark: string): string =>
  scriptOf(
    id,
    mark,
    `for e in log pid pid.new exit exit.new in env chunk trim trim.new; do rm -f "$f.$e"; done
rmdir "$base" 2>/dev/null
say removed`,
  )
