import { mixOf } from '../../lib/hash.ts'

/** `image:IMAGE#KEY`: a sandbox of ours, made from an image when it is first used and ended when it is idle. */
export interface OwnSandbox {
  image: string
  /** What it is called; the same for the same target. */
  name: string
}

const OWN = /^image:([^\s#-][^\s#]{0,300})#([\w.:@/-]{1,200})$/

/** Undefined for a sandbox that we did not make and only use. */
export const ownSandbox = (target: string): OwnSandbox | undefined => {
  const image = OWN.exec(target)?.[1]
  return image === undefined ? undefined : { image, name: `warmstart-${mixOf(target)}` }
}

const NAME = /^[A-Za-z\d][\w.-]{0,127}$/

/** Whatever passes is a plain name or one of ours: no option, no path, no second word. */
export const nameProblem = (target: string, what: string): string | undefined =>
  NAME.test(target) || ownSandbox(target) !== undefined
    ? undefined
    : `${JSON.stringify(target.slice(0, 80))} is neither the name of ${what} nor image:IMAGE#KEY`

/** The name by which the sandbox's program knows a target. */
export const nameOfTarget = (target: string): string => ownSandbox(target)?.name ?? target
