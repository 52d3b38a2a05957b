import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../lib/write-whole.ts'

/**
 * The wrapper stands between the host and a process in pipe mode, so that the host may die: the process itself writes
 * its log, a `sleep` (the holder) keeps its input open until it is ended, and the shell that waits for the process
 * writes its exit code. These two small processes need nothing but POSIX. A line in a file counts once its end is
 * there; it is written with one call.
 *
 * The command runs in the foreground of the wrapper: a background command of a shell ignores Ctrl-C, and so would all
 * its descendants. The inner shell makes the redirections, because some shells make them in the outer one and would
 * then hold the input open for reading, and print `Killed` into the log. The holder is ended only while it is provably
 * the holder: shells collect their children, and its pid may belong to another process by then. The wrapper does not
 * depend on the PATH that a command is given. The wrapper's files are private to their owner; the command has the
 * umask that it would have without a wrapper.
 */
const WRAPPER = `#!/bin/sh
# $1 directory, $2 shell, $3 command, $4 id, $5 most processes of the user
born() {
  start=-
  [ -r "/proc/$1/stat" ] && read -r line <"/proc/$1/stat" && { line=\${line##*) }; set -- $line; start=\${20}; }
}
if [ "$1" = inner ]; then
  shift
  exec <"$1/in" >&6 2>&6 6>&-
  born $$; own=$start; born "$PPID"
  [ "$5" = 0 ] || ulimit -S -u "$5" 2>/dev/null || ulimit -S -p "$5" 2>/dev/null || :
  echo "$$ $own $PPID $start $6 $7" >"$1/pid" || exit 1
  PATH=$8
  umask "$9"
  export WARMSTART_PROCESS_ID="$4"
  exec "$2" -c "$3"
fi
exec 6>&1 >/dev/null 2>&1
mask=$(umask); umask 077
set -C; command : >"$1/claimed" || exit 0; set +C
trap : TERM INT HUP QUIT
path=\${PATH-}; PATH=$path:/usr/bin:/bin
sleep 2147483647 >"$1/in" 6>&- &
holder=$!
born "$holder"; held=$start
set -- inner "$@" "$holder" "$held" "$path" "$mask"
if command -v setsid; then setsid sh "$0" "$@"
elif command -v perl; then perl -e 'use POSIX; POSIX::setsid(); exec @ARGV' sh "$0" "$@"
else sh "$0" "$@"
fi
echo "$?" >"$2/exit"
born "$holder"
if [ "$held" = - ]; then [ -e "$2/closed" ] || kill "$holder"
elif [ "$held" = "$start" ]; then kill "$holder"
fi
wait
`

/** Writes the wrapper to the directory from which it runs, unless the same one is there already. */
export const placeWrapper = (directory: string): string => {
  const path = join(directory, 'run.sh')
  if (existsSync(path) && readFileSync(path, 'utf8') === WRAPPER) return path
  // The file is replaced as a whole: a shell may be reading the old one, line by line, for as long as its process runs.
  writeWhole(path, WRAPPER, { mode: 0o700 })
  return path
}
