import { asArray, isRecord, parseJson } from '../../lib/json.ts'
import type { ModelSettings } from '../../schema/model-settings.ts'
import { readFailure } from './failure.ts'
import { MODEL_PROVIDERS } from './registry.ts'
import { watchFetch } from './watched-fetch.ts'

/** An endpoint's answer to a request for its models, which costs nothing. */
export interface Probed {
  isReachable: boolean
  /** Undefined: the endpoint did not answer. */
  status: number | undefined
  /** Undefined: the endpoint did not return a list. */
  listsModel: boolean | undefined
  /** What is wrong, without secrets. */
  words: string | undefined
}

const TIMEOUT_MS = 10_000
/** A list of models has some hundred kilobytes at most; a longer answer is something else. */
const LONGEST_ANSWER_CHARS = 4_000_000

/** Never throws: an endpoint that cannot be reached is a result. */
export const probeModel = async (
  settings: Pick<ModelSettings, 'provider' | 'baseUrl' | 'apiKey'> & { model: string | undefined },
): Promise<Probed> => {
  const { baseUrl, apiKey, model } = settings
  const provider = await MODEL_PROVIDERS[settings.provider]()
  const watch = watchFetch(TIMEOUT_MS, AbortSignal.timeout(2 * TIMEOUT_MS))
  try {
    const response = await watch.fetch(`${baseUrl}/models`, { headers: provider.headers(apiKey) })
    const text = (await response.text()).slice(0, LONGEST_ANSWER_CHARS)
    const { status } = response
    if (!response.ok) {
      const responseHeaders = Object.fromEntries(response.headers)
      const thrown = { statusCode: status, responseBody: text, responseHeaders, message: response.statusText }
      return {
        isReachable: true,
        status,
        listsModel: undefined,
        words: readFailure(thrown, { hasBegun: false, apiKey }).words,
      }
    }
    const body = parseJson(text)
    if (!isRecord(body) || !Array.isArray(body['data']))
      return { isReachable: true, status, listsModel: undefined, words: 'the answer is no list of models' }
    const names = asArray(body['data']).flatMap((one) => (isRecord(one) ? [one['id']] : []))
    return {
      isReachable: true,
      status,
      listsModel: model === undefined ? undefined : names.includes(model),
      words: undefined,
    }
  } catch (error) {
    const words = watch.isIdle() ? 'no answer came' : readFailure(error, { hasBegun: false, apiKey }).words
    return { isReachable: false, status: undefined, listsModel: undefined, words }
  } finally {
    watch.stop()
  }
}
