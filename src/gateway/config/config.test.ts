import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readGatewayConfig } from './config.ts'
import { withEnvironment } from '../sending/home-channels.ts'
import { DEFAULT_RESET_POLICY } from './reset-policy.ts'

test('nothing configured resets nothing, admits nobody, links nobody', () => {
  for (const nothing of [undefined, null, {}, { reset: null, allow: null, identityLinks: null, platforms: null }]) {
    const config = readGatewayConfig(nothing)
    assert.deepEqual(config.reset, DEFAULT_RESET_POLICY)
    assert.equal(config.reset.mode, 'none')
    assert.deepEqual([config.groupSessionsPerUser, config.threadSessionsPerUser], [true, false])
    assert.deepEqual([config.allow.size, config.identityLinks.size, config.platforms.size], [0, 0, 0])
  }
})

test('nulls mean defaults, and a quoted "false" is false', () => {
  const { reset } = readGatewayConfig({
    reset: { mode: 'both', idleMinutes: null, atHour: null, notify: 'false', notifyExcludePlatforms: ['Signal'] },
  })
  assert.deepEqual([reset.idleMinutes, reset.atHour, reset.notify], [1_440, 4, false])
  assert.deepEqual(reset.notifyExcludePlatforms, ['signal'])
  assert.deepEqual(readGatewayConfig({}).reset.notifyExcludePlatforms, ['api_server', 'webhook'])
})

test('home channels, allow lists and platforms are read with names in any case and ids kept', () => {
  const config = readGatewayConfig({
    homeChannels: { Telegram: { chatId: -100, name: 'Team', threadId: 7 }, matrix: '!Room:example.org' },
    allow: { telegram: [42, 'AbC'] },
    platforms: { telegram: { enabled: true, token: 'x' }, discord: { enabled: 'false' }, console: {} },
  })
  assert.deepEqual(config.homeChannels.get('telegram'), {
    platform: 'telegram',
    chatId: '-100',
    name: 'Team',
    threadId: '7',
  })
  assert.deepEqual(config.homeChannels.get('matrix'), { platform: 'matrix', chatId: '!Room:example.org', name: 'Home' })
  assert.deepEqual(config.allow.get('telegram'), ['42', 'AbC'])
  assert.deepEqual(config.platforms.get('telegram'), { enabled: true, options: { token: 'x' } })
  assert.equal(config.platforms.get('discord')?.enabled, false)
})

test('the environment names home channels too, and wins', () => {
  const { homeChannels } = readGatewayConfig({ homeChannels: { telegram: '1', discord: '2' } })
  const homes = withEnvironment(homeChannels, {
    TELEGRAM_HOME_CHANNEL: '-100',
    TELEGRAM_HOME_CHANNEL_NAME: 'Team',
    TELEGRAM_HOME_CHANNEL_THREAD_ID: '7',
    MATRIX_HOME_CHANNEL: '!Room:example.org',
    SLACK_HOME_CHANNEL: ' ',
    SOMETHING_HOME_CHANNEL: 'x',
  })
  assert.deepEqual(homes.get('telegram'), { platform: 'telegram', chatId: '-100', name: 'Team', threadId: '7' })
  assert.deepEqual(homes.get('matrix'), { platform: 'matrix', chatId: '!Room:example.org', name: 'Home' })
  assert.deepEqual([...homes.keys()].toSorted(), ['discord', 'matrix', 'telegram'])
})

test('jobs of chats have limits of their own, and targets that the operator allows besides', () => {
  assert.deepEqual(readGatewayConfig({}).cron, { minIntervalMinutes: 15, jobsPerPerson: 10, targets: [] })
  const { cron } = readGatewayConfig({
    cron: { minIntervalMinutes: 60, jobsPerPerson: 0, targets: ['Telegram', 'telegram:-7'] },
  })
  assert.deepEqual(cron, { minIntervalMinutes: 60, jobsPerPerson: 0, targets: ['telegram', 'telegram:-7'] })
})

const WRONG: Record<string, [value: unknown, words: RegExp]> = {
  'a list': [[], /^gateway must be an object/],
  'a field nobody knows': [{ resset: {} }, /^gateway\.resset is not known; known here: timeZone/],
  'a mode nobody knows': [{ reset: { mode: 'weekly' } }, /gateway\.reset\.mode must be one of none, idle, daily, both/],
  'an hour beyond the day': [{ reset: { atHour: 24 } }, /atHour must be a whole number from 0 to 23/],
  'no minutes at all': [{ reset: { idleMinutes: 0 } }, /idleMinutes must be a whole number from 1/],
  'a place that is nowhere': [{ timeZone: 'Europe/Atlantis' }, /timeZone must be the name of a time zone/],
  'an unknown platform': [{ allow: { pigeon: ['1'] } }, /gateway\.allow\.pigeon is no platform that is known/],
  'a home without a chat': [{ homeChannels: { telegram: {} } }, /homeChannels\.telegram\.chatId is missing/],
  'an identity without a platform': [{ identityLinks: { sam: ['42'] } }, /not of the form PLATFORM:USER_ID/],
  'an identity of two people': [
    { identityLinks: { sam: ['telegram:42'], kim: ['Telegram:42'] } },
    /already belongs to sam/,
  ],
  'no interval at all': [{ cron: { minIntervalMinutes: 0 } }, /cron\.minIntervalMinutes must be a whole number from 1/],
  'a target that is none': [{ cron: { targets: ['a b'] } }, /cron\.targets\[0\] "a b" is no target/],
  'an allow list that is text': [{ allow: { telegram: '42' } }, /allow\.telegram must be a list/],
}
for (const [what, [value, words]] of Object.entries(WRONG))
  test(`${what} is refused with its place`, () => {
    assert.throws(() => readGatewayConfig(value), { code: 'config', message: words })
  })

test('everything that is wrong is said at once', () => {
  assert.throws(() => readGatewayConfig({ reset: { mode: 'x', atHour: 99 }, timeZone: 'y' }), {
    message: /timeZone.*\n.*mode.*\n.*atHour/,
  })
})

test('whatever stands there, the answer is a configuration or a refusal', () => {
  const fields = fc.constantFrom(
    'reset',
    'resetByPlatform',
    'homeChannels',
    'allow',
    'identityLinks',
    'platforms',
    'timeZone',
  )
  fc.assert(
    fc.property(fc.dictionary(fields, fc.jsonValue()), (value) => {
      try {
        readGatewayConfig(value)
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'config')
      }
    }),
  )
})
