/*
 * Parts of the scripts that run inside. `sup`, `supb`, `cmd`, `cmdb` are the pids and start times of the holder and of
 * the command's first process; `b`, `g` are the start time and session of the process that was looked at last.
 */

/**
 * Sets the paths inside and reads the pids. The directory is private: one of that name with another owner is not used.
 */
export const PREAMBLE = `umask 077
base=\${TMPDIR:-/tmp}/warmstart-$(id -u)
f=$base/$id
nap() { sleep 0.1 2>/dev/null || sleep 1; }
new() { if command -v setsid >/dev/null; then exec setsid "$@"; else exec perl -e 'use POSIX (); POSIX::setsid(); exec @ARGV' -- "$@"; fi; }
known() { [ -e "$f.pid" ] && read -r sup supb cmd cmdb <"$f.pid"; }
statline() {
{ read -r s <"/proc/$1/stat"; } 2>/dev/null || return 1
case $s in *') '*) ;; *) s=$(cat "/proc/$1/stat" 2>/dev/null) ;; esac
s=\${s##*) }
}
begun() {
if [ -e /proc/self/stat ]; then
statline "$1" || return 1
set -- $s
case $1 in Z|X|'') return 1 ;; esac
b=\${20} g=$4
else
b=$(ps -o lstart= -p "$1" 2>/dev/null | tr -s ' ' _) g=
[ -n "$b" ]
fi
}
mine() { [ -n "$1" ] && [ "$1" != - ] && begun "$1" && [ "$b" = "$2" ]; }`

/**
 * Holds a command ($2): keeps its input open until a signal (USR1) says to close it, and writes its exit code in one
 * step. Holder and command each have a session of their own, so that a command that signals its whole group does not
 * kill the holder that sees it end. The command's environment comes from a file: variables of any name change nothing
 * here, and no list of processes shows them.
 */
export const SUPERVISE = `hit=
trap 'hit=1; exec 3>&-' USR1
trap 'hit=1' TERM HUP INT
exec 3<>"$f.in" 4<"$f.in"
set -- "$(command -v bash || command -v sh)" -c "$2"
if command -v setsid >/dev/null; then set -- "$(command -v setsid)" "$@"
else set -- "$(command -v perl)" -e 'use POSIX (); POSIX::setsid(); exec @ARGV' -- "$@"; fi
( exec <&4 >>"$f.log" 2>&1 3>&- 4<&-; . "$f.env"; exec "$@" ) &
c=$!
exec 4<&-
begun $$; own=$b
begun $c
printf '%s %s %s %s\\n' $$ "$own" $c "$b" >"$f.pid.new" && mv -f "$f.pid.new" "$f.pid"
code=
while :; do
hit=
wait $c; n=$?
[ -n "$code" ] && [ $n = 127 ] && break
code=$n
[ -z "$hit" ] && break
done
printf '%s %s\\n' "$code" "$(date +%s)" >"$f.exit.new" && mv -f "$f.exit.new" "$f.exit"
rm -f "$f.in" "$f.env"`

/**
 * Finds the members of a tree: every process with its mark in the environment, and the command's session as long as
 * the first process is proven to be the one that was started. Before each signal the process is checked again, between
 * two reads of its start time: a process that has taken over a pid meanwhile is never signalled. The holder is spared;
 * it ends by itself when it has written the exit code.
 */
export const MEMBERS = `belongs() {
[ "$1" != "$sup" ] && { grep -qs -- "WARMSTART_PROCESS_ID=$id" "/proc/$1/environ" || { [ "$lead" = 1 ] && [ "$g" = "$cmd" ]; }; }
}
members() {
m= lead=0
mine "$cmd" "$cmdb" && lead=1
if [ -e /proc/self/stat ]; then
for e in $(grep -ls -- "WARMSTART_PROCESS_ID=$id" /proc/[0-9]*/environ 2>/dev/null); do
p=\${e#/proc/}; p=\${p%/environ}
[ "$p" != "$sup" ] && begun "$p" && m="$m $p"
done
if [ $lead = 1 ]; then
for e in /proc/[0-9]*; do
p=\${e#/proc/}
begun "$p" && [ "$g" = "$cmd" ] && m="$m $p"
done
fi
elif [ $lead = 1 ]; then
m=$(ps -A -o pid= -o pgid= | awk -v g="$cmd" '$2 == g { print $1 }')
fi
}
signal() {
for p in $m; do
begun "$p" || continue
was=$b
if [ -e /proc/self/stat ]; then belongs "$p" || continue; fi
mine "$p" "$was" && kill -"$1" "$p" 2>/dev/null
done
}`
