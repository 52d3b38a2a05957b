/** A request that is given up if no byte arrives for too long, and that follows no redirect. */
export interface WatchedFetch {
  fetch: typeof globalThis.fetch
  /** Ends the running request. */
  signal: AbortSignal
  /** Whether the wait was too long, which then is the reason of any error. */
  isIdle(): boolean
  /** Whether the endpoint has begun to answer. */
  hasBegun(): boolean
  stop(): void
}

/**
 * Redirects are not followed: the header with the key would go wherever the answer says (browsers' rules strip one
 * header, and providers use others).
 */
export const watchFetch = (idleTimeoutMs: number, outer: AbortSignal | undefined): WatchedFetch => {
  const controller = new AbortController()
  const signal = outer === undefined ? controller.signal : AbortSignal.any([controller.signal, outer])
  let isIdle = false
  let hasBegun = false
  let timer: NodeJS.Timeout | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isIdle = true
      controller.abort(new Error('no byte came for too long'))
    }, idleTimeoutMs)
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    wait()
    const response = await globalThis.fetch(input, { ...init, redirect: 'manual', signal })
    hasBegun = response.ok
    wait()
    if (response.body === null) return response
    const watched = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, stream) => {
          wait()
          stream.enqueue(chunk)
        },
        flush: () => clearTimeout(timer),
      }),
    )
    return new Response(watched, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
  return {
    fetch,
    signal,
    isIdle: () => isIdle,
    hasBegun: () => hasBegun,
    stop: () => {
      clearTimeout(timer)
      controller.abort()
    },
  }
}
