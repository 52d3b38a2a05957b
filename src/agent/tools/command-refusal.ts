import { realpath } from 'node:fs/promises'
import { judgeCommand } from '../../trust/gate.ts'
import { placesOf } from '../fence/delicate.ts'
import { namedSecret } from '../fence/named-secrets.ts'
import type { ToolContext } from '../tool.ts'
import { changedDefinition } from './changed-definition.ts'
import { createLeadingPath } from './leading-path.ts'

/** Where a command of a session runs. */
export interface CommandPlace {
  /** The session's project; a sandbox has none. */
  project: string | undefined
  /** The session's directory. */
  root: string
  /** The directory in which the command starts. */
  at: string
  /** Whether the command runs on this machine, so that its disk tells where links lead and what has changed. */
  onHost: boolean
}

/**
 * Why our agent needs a person's permission to run a command line; undefined if the command line is known to be
 * harmless.
 */
export const commandRefusal = async (
  context: ToolContext,
  command: string,
  place: CommandPlace,
): Promise<string | undefined> => {
  const secret = namedSecret(command, { places: await placesOf(context.app, place.at), isShell: true })
  if (secret !== undefined) return `names ${secret}, which may hold secrets`
  return place.onHost ? refusalOnHost(context, command, place) : refusalIn(judgeCommand(command, seenFrom(place)))
}

const refusalIn = (judged: ReturnType<typeof judgeCommand>): string | undefined =>
  judged.harmless ? undefined : judged.why

const seenFrom = ({ project, root, at }: CommandPlace) => ({ project: project ?? root, cwd: root, at })

const refusalOnHost = async (
  { session }: ToolContext,
  command: string,
  place: CommandPlace,
): Promise<string | undefined> => {
  // The session's directory may itself be reached by a link, which does not count as leading out.
  const [root, at] = await Promise.all([followed(place.root), followed(place.at)])
  const seen = seenFrom({ ...place, root, at })
  const judged = judgeCommand(command, { ...seen, real: createLeadingPath([seen.project, root]) })
  if (!judged.harmless) return judged.why
  // `npm test` is known to be harmless only if the project defines it, and this session has not changed the definition.
  const changed = await changedDefinition({ command, definitions: judged.definitions, at, since: session.startedAt })
  return changed === undefined ? undefined : `runs what ${changed} says, which was changed in this session`
}

const followed = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch {
    return path
  }
}
