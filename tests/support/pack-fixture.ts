import { createSigningKey, type SigningKey } from '../../src/lib/sign.ts'
import type { PackTemplate } from '../../src/schema/pack.ts'
import type { TemplateDraft } from '../../src/schema/template-draft.ts'
import { packedOf } from '../../src/template/pack-template.ts'
import { packText } from '../../src/template/pack.ts'
import { type Version, writtenOf } from '../../src/template/version.ts'
import { templateDraft } from './template-fixture.ts'

/** Made once: what is signed does not depend on which key it is. */
export const KEY: SigningKey = createSigningKey()

/** A template as it stands in a pack, made by hand. */
export const packedTemplate = (given: Partial<TemplateDraft> = {}, name = 'shop'): PackTemplate => {
  const version: Version = {
    draft: templateDraft(given),
    description: 'what works in the shop',
    tags: ['go'],
    taskType: 'code',
    pinned: { kept: [], dropped: [] },
  }
  const effect = { effect: null, effectReason: 'it was not used yet' }
  return packedOf({ name, number: 3, hash: writtenOf(version).hash, version, effect })
}

/** A pack, signed unless told otherwise. */
export const madePack = (templates: readonly PackTemplate[], key: SigningKey | undefined = KEY): string =>
  packText(templates, key).text
