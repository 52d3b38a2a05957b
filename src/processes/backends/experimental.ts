/** Backends that were tested with a stand-in for their program alone, for views that show a process without loading its backend. */
const EXPERIMENTAL: ReadonlySet<string> = new Set(['docker', 'singularity', 'modal'])

/** What is said wherever such a backend is chosen or shown; undefined for those that were run against the real thing. */
export const experimentalNote = (backend: string): string | undefined =>
  EXPERIMENTAL.has(backend)
    ? `${backend} is experimental: it was tested with a stand-in for its program, not yet with the real thing`
    : undefined
