import { AppError } from '../../lib/error.ts'
import { type ModelSettings, PROVIDERS } from '../../schema/model-settings.ts'
import type { Failure } from './failure.ts'
import { MODEL_ERRORS, type ModelErrorCode } from './model.ts'
import { withoutSecrets } from './address.ts'

/** Turns a failure into an error for a person: what happened, where, and what to do. */
export const failureError = (
  { code, words }: Failure,
  settings: ModelSettings,
  { attempts, tooLongMs }: { attempts: number; tooLongMs?: number },
): AppError => {
  const address = withoutSecrets(settings.baseUrl)
  const tried = attempts > 1 ? ` (tried ${attempts} times)` : ''
  const hint =
    tooLongMs === undefined
      ? hintOf(code, settings, address)
      : `the endpoint asks to wait ${Math.ceil(tooLongMs / 1000)} s, which is longer than we do`
  return new AppError(code, `${SENTENCES[code](settings.model, address)}${tried}: ${words}`, { hint })
}

const SENTENCES: Record<ModelErrorCode, (model: string, address: string) => string> = {
  'model-context-too-long': (model) => `the context is too long for ${model}`,
  'model-auth': (_model, address) => `${address} does not accept the key`,
  'model-quota': (_model, address) => `nothing is left to pay ${address} with`,
  'model-unknown': (model, address) => `${address} knows no model ${model}`,
  'model-refused': (_model, address) => `${address} refused the request`,
  'model-rate-limited': (_model, address) => `${address} is asked too often`,
  'model-overloaded': (_model, address) => `${address} failed`,
  'model-unreachable': (_model, address) => `${address} cannot be reached`,
  'model-hang': (model, address) => `${model} at ${address} does not answer`,
  'model-cut': (_model, address) => `${address} ended the connection before the answer was complete`,
  'model-garbled': (_model, address) => `${address} sent what cannot be read`,
  'model-aborted': () => 'the model was stopped',
}

const hintOf = (code: ModelErrorCode, { provider, apiKey, model }: ModelSettings, address: string): string => {
  const variable = PROVIDERS[provider].keyVariables[0] ?? 'WARMSTART_API_KEY'
  switch (code) {
    case MODEL_ERRORS.auth:
      return apiKey === undefined
        ? `no key was sent: set WARMSTART_API_KEY or ${variable}`
        : `look at the key (WARMSTART_API_KEY or ${variable}); \`warmstart doctor\` says where it comes from`
    case MODEL_ERRORS.unknownModel:
      return `is ${model} spelt as the provider does, and does the base URL end where its documentation says (often /v1)?`
    case MODEL_ERRORS.unreachable:
      return `is something listening at ${address}? \`warmstart doctor --check-model\` tries it`
    case MODEL_ERRORS.contextTooLong:
      return 'compress the session, or start a new one'
    case MODEL_ERRORS.quota:
      return "look at the account's plan and limits"
    case MODEL_ERRORS.rateLimited:
    case MODEL_ERRORS.overloaded:
      return 'wait a little and go on; nothing that was said is lost'
    case MODEL_ERRORS.hang:
      return 'a slow model may need a longer model.idleTimeoutSeconds in warmstart.config.json'
    default:
      return '`warmstart doctor --check-model` tries the endpoint'
  }
}
