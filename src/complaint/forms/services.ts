import {
  MISSING_COLUMN,
  MISSING_SERVICE,
  MISSING_TABLE,
  MISSING_TARGET,
  MISSING_VARIABLE,
  NO_PERMISSION,
  TIMED_OUT,
  UNREACHABLE,
} from '../complaint.ts'
import { by, type Form, form, NAME } from '../form.ts'

const HOST = String.raw`(?<name>[\w.-]{1,200}(?::\d{1,5})?)`

/** Databases, hosts and services: what they do not have, and that they do not answer. */
export const SERVICE_FORMS: readonly Form[] = [
  form(MISSING_TABLE, 'no such table', `no such table: ${NAME}`),
  form(MISSING_COLUMN, 'no such column', `no such column: ${NAME}`),
  form(MISSING_COLUMN, 'has no column', String.raw`table \S{1,120} has no column named ${NAME}`),
  form(MISSING_TABLE, 'relation', `relation ${NAME} does not exist`),
  form(MISSING_COLUMN, 'column', String.raw`column ${NAME} (?:of relation \S{1,120} )?does not exist`),
  form(MISSING_COLUMN, 'unknown column', `Unknown column ${NAME}`),
  form(MISSING_TABLE, "doesn't exist", `Table ${NAME} doesn't exist`),
  form(MISSING_SERVICE, 'database', `database ${NAME} does not exist`),
  form(
    MISSING_VARIABLE,
    'environment variable',
    String.raw`(?:[Mm]issing|required) (?:required )?environment variables?:? ${NAME}`,
  ),
  form(
    MISSING_VARIABLE,
    'environment variable',
    String.raw`[Ee]nvironment variable ${NAME} (?:is )?(?:not (?:set|found|defined)|is required|must be set|missing)`,
  ),
  form(MISSING_SERVICE, 'docker daemon', String.raw`Cannot connect to the (?<name>Docker) daemon`, {
    ...by('docker'),
    complete: (name) => name.toLowerCase(),
  }),
  form(MISSING_TARGET, 'no such container', `No such (?:container|object|image): ${NAME}`, by('docker')),
  form(MISSING_TARGET, 'error: context', `^error: context ${NAME} does not exist`, by('kubectl')),
  form(
    MISSING_TARGET,
    'from server (notfound)',
    String.raw`Error from server \(NotFound\): \S{1,80} ${NAME} not found`,
    by('kubectl'),
  ),
  form(UNREACHABLE, 'ssh: connect', `ssh: connect to host ${HOST} port`, by('ssh')),
  form(UNREACHABLE, 'could not resolve host', `[Cc]ould not resolve host(?:name)?:? ${HOST}`),
  form(UNREACHABLE, 'failed to connect', `Failed to connect to ${HOST} port`, by('curl')),
  form(UNREACHABLE, 'enotfound', `getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ${HOST}`),
  form(UNREACHABLE, 'econnrefused', `connect ECONNREFUSED ${HOST}`),
  form(UNREACHABLE, 'connection refused', `dial tcp ${HOST}: connect: connection refused`),
  form(
    UNREACHABLE,
    'connection to server',
    String.raw`connection to server (?:at |on socket )["'](?<name>[^"'\n]{1,200})["'].{0,60} failed`,
    by('psql'),
  ),
  form(UNREACHABLE, 'no such host', String.raw`lookup ${HOST}(?: on \S{1,60})?: no such host`),
  form(NO_PERMISSION, 'ermission denied (', String.raw`(?:^|: )Permission denied \((?<name>[\w,-]{1,80})\)`, by('ssh')),
  form(NO_PERMISSION, 'host key verification', String.raw`^(?<name>Host key) verification failed`, {
    ...by('ssh'),
    complete: () => 'host-key',
  }),
  form(
    TIMED_OUT,
    'timed out',
    String.raw`^(?:Error: )?(?:Timed out|Operation timed out) after (?<name>\d{1,9} ?[a-z]{1,12})`,
  ),
]
