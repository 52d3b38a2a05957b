import type { ConfigFlags } from '../../config.ts'
import { PROVIDERS } from '../../schema/model-settings.ts'
import type { Context, Flag } from './command.ts'

/** Flags for the model and its endpoint, for every command that uses a model. */
export const MODEL_FLAGS: Record<string, Flag> = {
  provider: { type: 'string', value: 'NAME', choices: Object.keys(PROVIDERS), help: 'the provider of the model' },
  model: { type: 'string', value: 'NAME', help: 'the model, as its provider calls it' },
  'base-url': { type: 'string', value: 'URL', help: 'the address of the endpoint, as in http://127.0.0.1:8080/v1' },
  'api-key-env': { type: 'string', value: 'VARIABLE', help: 'the environment variable that holds the key' },
}

export const modelFlags = ({ text }: Pick<Context, 'text'>): ConfigFlags => ({
  provider: text('provider'),
  model: text('model'),
  baseUrl: text('base-url'),
  apiKeyEnv: text('api-key-env'),
})
