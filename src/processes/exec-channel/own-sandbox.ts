import { mixOf } from '../../lib/hash.ts'

/** `image:IMAGE#KEY`: a sandbox that we make from an image at its first use and end when it is idle. */
export interface OwnSandbox {
  image: string
  /** The sandbox's name; the same target always has the same name. */
  name: string
}

const OWN = /^image:([^\s#-][^\s#]{0,300})#([\w.:@/-]{1,200})$/

/** Undefined if we did not make the sandbox and only use it. */
export const ownSandbox = (target: string): OwnSandbox | undefined => {
  const image = OWN.exec(target)?.[1]
  return image === undefined ? undefined : { image, name: `warmstart-${mixOf(target)}` }
}

const NAME = /^[A-Za-z\d][\w.-]{0,127}$/

/** Accepts only a plain name or a target of ours: no option, no path, no second word. */
export const nameProblem = (target: string, what: string): string | undefined =>
  NAME.test(target) || ownSandbox(target) !== undefined
    ? undefined
    : `${JSON.stringify(target.slice(0, 80))} is neither the name of ${what} nor image:IMAGE#KEY`

/** The target's name for the sandbox's program. */
export const nameOfTarget = (target: string): string => ownSandbox(target)?.name ?? target
