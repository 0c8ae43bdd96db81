import { oneOf } from '../../contract/core/notation.ts'
import { LEVELS, type Level, levelsWithin } from '../../domain/core/access.ts'
import { command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'

const EXPIRIES = { '7d': 7, '30d': 30, '90d': 90, '365d': 365, never: null } as const

/** The lifetime of a key, where none is said. */
export const USUAL_EXPIRY = '90d'

/** The level of a key, where none is said: a program seldom needs what owners may. */
export const usualLevelOf = (own: Level): Level => {
  const levels = levelsWithin(own)
  return levels.find((each) => each === 'EDITOR') ?? own
}

const IF_NONE = 'where none is given'

const levelWord = (level: Level): string => level[0] + level.slice(1).toLowerCase()

const keyOf = (world: World, id: string) => world.known('key.list', {})?.results.find((key) => key.id === id)

/** `2026-01-05T10:00:00.000Z` as "2026-01-05 10:00 UTC". */
const moment = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`

/** Keys by which programs call the API. */
export const apiKeyCommands = [
  command({
    id: 'api-key.new',
    words: 'new api-key',
    title: 'New API key',
    icon: 'plus',
    keys: 'n',
    keysFor: 'api-key',
    needs: 'inspect',
    args: {},
    run: (_, world) => world.go('api-keys', {}, { new: 'yes' }),
  }),
  command({
    id: 'api-key.close',
    words: 'close api-key',
    title: 'Cancel',
    hidden: true,
    args: {},
    run: (_, world) => world.go('api-keys'),
  }),
  command({
    id: 'api-key.create',
    words: 'create api-key',
    title: 'Create API key',
    pending: 'Creating',
    icon: 'key',
    effect: 'write',
    needs: 'inspect',
    args: {
      name: '1 <= string <= 200',
      'access_level?': oneOf(LEVELS),
      'expires?': "'7d' | '30d' | '90d' | '365d' | 'never'",
    },
    prompts: {
      name: 'Key name?',
      access_level: 'Which access level?',
      expires: 'When does it expire?',
    },
    choices: {
      access_level: ({ project }) =>
        (project ? levelsWithin(project.level) : []).map((value) => ({
          value,
          note: value === usualLevelOf(project?.level ?? value) ? IF_NONE : '',
        })),
      expires: () => Object.keys(EXPIRIES).map((value) => ({ value, note: value === USUAL_EXPIRY ? IF_NONE : '' })),
    },
    writes: ['key.create'],
    async run({ name, access_level, expires }, world) {
      const level = access_level ?? (world.project ? usualLevelOf(world.project.level) : undefined)
      const days = EXPIRIES[expires ?? USUAL_EXPIRY]
      const body = { name, ...(level && { access_level: level }), expires_days: days }
      const made = await world.call('key.create', { body })
      // The secret holds the screen until it is stored.
      world.go('api-keys')
      world.send('secret', {
        type: 'SHOW',
        title: `API key “${made.name}”: ${level ? `${levelWord(level)}, ` : ''}${days === null ? 'never expires' : `expires in ${days} days`}`,
        secret: made.secret,
        sample: '/api/3/monitors/',
      })
    },
  }),
  command({
    id: 'api-key.revoke',
    words: 'revoke api-key',
    title: 'Revoke',
    pending: 'Revoking',
    icon: 'trash',
    effect: 'destroy',
    needs: 'inspect',
    keys: '#',
    keyScope: 'object',
    args: { key: 'string' },
    of: { key: 'api-key' },
    done: 'revoked',
    confirm({ key }, world) {
      const row = keyOf(world, key)
      const name = row?.name ?? key
      return {
        question: `Revoke “${name}” permanently?`,
        effects: [
          'Programs that use it are refused at once',
          'Keys created with it are revoked too, also in projects that it created',
          row?.last_used ? `It was last used on ${moment(row.last_used)}` : 'It was never used',
          ...(row?.created_by ? [`${row.created_by} created it on ${moment(row.created)}`] : []),
        ],
        word: slugOf(name).slice(0, 24).replace(/-$/, '') || key.slice(0, 6),
        name,
        button: 'Revoke API key',
      }
    },
    writes: ['key.revoke'],
    async run({ key }, world) {
      await world.call('key.revoke', { params: { id: key } })
    },
  }),
  command({
    id: 'secret.close',
    words: 'close secret',
    title: 'I have stored it',
    hidden: true,
    args: {},
    run: (_, world) => world.send('secret', { type: 'CLOSE' }),
  }),
  command({
    id: 'secret.ask',
    words: 'ask secret',
    title: 'Close',
    hidden: true,
    args: {},
    run: (_, world) => world.send('secret', { type: 'ASK' }),
  }),
  command({
    id: 'secret.keep',
    words: 'keep secret',
    title: 'Keep it open',
    hidden: true,
    args: {},
    run: (_, world) => world.send('secret', { type: 'KEEP' }),
  }),
]
