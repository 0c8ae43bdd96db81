import { counted } from '../core/bulk-words.ts'
import { type Command, command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import { objectsIn, ofOrganization } from '../core/objects.ts'
import type { World } from '../core/world.ts'

const name = '1 <= string <= 200'
const EXPIRIES = { '30d': 30, '90d': 90, '365d': 365, never: null } as const
const expires = "'30d' | '90d' | '365d' | 'never'"

const prompts = {
  name: 'Which name?',
  roles: 'Which roles of the organization?',
  expires: 'When does the key expire?',
  service_account: 'Which service account?',
  key: 'Which key?',
  overlap: 'For how many hours do the earlier keys keep working?',
}
const choices = { expires: () => Object.keys(EXPIRIES).map((value) => ({ value })) }
const of = { organization: 'collection' } as const
const service_account = objectsIn('service-account.list', ofOrganization, ({ data }) =>
  data.map(({ id, name, roles }) => ({ id, name, note: roles.join(', ') })),
)
const key = objectsIn('service-account.list', ofOrganization, ({ data }, args) =>
  (data.find(({ id }) => id === args.service_account)?.keys ?? []).map(({ id, prefix, created }) => ({
    id,
    name: prefix,
    note: `of ${created.slice(0, 10)}`,
  })),
)

const rowOf = (world: World, organization: string, id: string) =>
  world.known('service-account.list', { params: { org: organization } })?.data.find((each) => each.id === id)

const showKey = (world: World, { name, secret }: { name: string; secret: string }): void =>
  world.send('secret', { type: 'SHOW', title: `Key of “${name}”`, secret, sample: '/api/2/account/projects' })

/** Commands on the service accounts of an organization. */
export const serviceAccountCommands: readonly Command[] = [
  command({
    id: 'service-account.create',
    words: 'create service-account',
    title: 'Add service account',
    pending: 'Adding',
    icon: 'plus',
    effect: 'write',
    args: { organization: 'string', name, 'roles?': 'string[]', 'expires?': expires },
    of,
    prompts,
    choices,
    writes: ['service-account.create'],
    async run({ organization, name, roles = [], expires }, world) {
      const body = { name, roles, ...(expires && { expires_days: EXPIRIES[expires] }) }
      showKey(world, await world.call('service-account.create', { params: { org: organization }, body }))
    },
  }),
  command({
    id: 'service-account.update',
    words: 'change service-account',
    title: 'Change service account',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    args: { organization: 'string', service_account: 'string', 'name?': name, 'roles?': 'string[]' },
    of,
    objects: { service_account },
    prompts,
    needsOption: true,
    writes: ['service-account.update'],
    async run({ organization, service_account: id, ...body }, world) {
      await world.call('service-account.update', { params: { org: organization, id }, body })
      world.tell('Service account changed')
    },
  }),
  command({
    id: 'service-account.rotate',
    words: 'rotate service-account key',
    title: 'New key',
    pending: 'Creating',
    icon: 'key',
    effect: 'write',
    args: {
      organization: 'string',
      service_account: 'string',
      'overlap?': '0 <= number.integer <= 720',
      'expires?': expires,
    },
    of,
    objects: { service_account },
    prompts,
    choices,
    // With an overlap, whoever gives the line has hours in which nothing ends.
    confirm: ({ organization, service_account: id, overlap }, world) =>
      overlap === 0
        ? {
            question: `Replace all keys of “${rowOf(world, organization, id)?.name ?? id}” at once?`,
            effects: ['Programs that use its present keys are refused at once'],
            word: null,
            button: 'New key',
          }
        : null,
    writes: ['service-account.rotate'],
    async run({ organization, service_account: id, overlap = 24, expires }, world) {
      const body = { overlap_hours: overlap, ...(expires && { expires_days: EXPIRIES[expires] }) }
      showKey(world, await world.call('service-account.rotate', { params: { org: organization, id }, body }))
    },
  }),
  command({
    id: 'service-account.revoke-key',
    words: 'revoke service-account key',
    title: 'Revoke',
    pending: 'Revoking',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string', service_account: 'string', key: 'string' },
    of,
    objects: { service_account, key },
    prompts,
    confirm({ organization, service_account, key: id }, world) {
      const row = rowOf(world, organization, service_account)
      const key = row?.keys.find((each) => each.id === id)
      return {
        question: `Revoke the key ${key ? `${key.prefix}… of “${row?.name}”` : ''} permanently?`,
        effects: [
          'Programs that use it are refused at once',
          key?.last_used ? `It was last used on ${key.last_used.slice(0, 10)}` : 'It was never used',
        ],
        word: (key?.prefix ?? id.slice(0, 6)).toLowerCase().replace(/[^a-z0-9]/g, '') || 'revoke',
        name: `key ${key?.prefix ?? id}`,
        button: 'Revoke key',
      }
    },
    writes: ['service-account.revoke-key'],
    async run({ organization, service_account: id, key: keyId }, world) {
      await world.call('service-account.revoke-key', { params: { org: organization, id, keyId } })
      world.tell('Key revoked')
    },
  }),
  command({
    id: 'service-account.remove',
    words: 'delete service-account',
    title: 'Delete',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string', service_account: 'string' },
    of,
    objects: { service_account },
    prompts,
    confirm({ organization, service_account }, world) {
      const row = rowOf(world, organization, service_account)
      const name = row?.name ?? service_account
      return {
        question: `Delete the service account “${name}” permanently?`,
        effects: [
          row ? `${counted(row.keys.length, ['key is', 'keys are'])} refused at once` : 'Its keys are refused at once',
          'API keys that it created are refused too',
        ],
        word: slugOf(name).slice(0, 24).replace(/-$/, '') || 'service-account',
        name,
        button: 'Delete service account',
      }
    },
    writes: ['service-account.remove'],
    async run({ organization, service_account: id }, world) {
      await world.call('service-account.remove', { params: { org: organization, id } })
      world.tell('Service account deleted')
    },
  }),
]
