import type { Seed } from '../seed.ts'
import { textBlock } from '../text-block.ts'

/** A SKILL.md in the format of agentskills.io: front matter with name and description, then the block. */
export const skillText = (seed: Seed): unknown =>
  [
    '---',
    `name: ${skillName(seed.template)}`,
    // A JSON string is also a valid YAML string.
    `description: ${JSON.stringify(describe(seed))}`,
    'metadata:',
    `  warmstart-template: ${JSON.stringify(seed.template.hash.slice(0, 12))}`,
    '---',
    '',
    textBlock(seed),
    '',
  ].join('\n')

export const LONGEST_SKILL_NAME = 64
export const LONGEST_SKILL_DESCRIPTION = 1024

/**
 * The skill's name: lower-case letters, digits and single hyphens. It also names the directory, so names that Windows
 * reserves for devices are changed.
 */
export const skillName = ({ name, hash }: Pick<Seed['template'], 'name' | 'hash'>): string => {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST_SKILL_NAME)
    .replace(/-$/, '')
  if (slug === '')
    return `template-${
      hash
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '')
        .slice(0, 8) || 'unnamed'
    }`
  return DEVICES.test(slug) ? `${slug}-template` : slug
}

const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/** Tells an agent when to read the skill: what the template is for, and which tools it shows. */
const describe = ({ template, exchanges }: Seed): string => {
  const tools = [...new Set(exchanges.flatMap(({ calls }) => calls.map(({ tool }) => tool)))]
  const about = template.description.trim() === '' ? `What worked before: ${template.name}` : template.description
  const shown = tools.length === 0 ? '' : ` Examples from earlier sessions of calls that worked: ${tools.join(', ')}.`
  // Angle brackets would be markup for agents that list skills in a prompt.
  const text = `${about.trim().replace(/\.$/, '')}.${shown}`.replaceAll(/[<>]/g, '').replaceAll(/\s+/g, ' ')
  return text.slice(0, LONGEST_SKILL_DESCRIPTION).toWellFormed()
}
