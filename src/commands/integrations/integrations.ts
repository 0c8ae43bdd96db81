import { type Command, command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import { objectsIn, ofOrganization } from '../core/objects.ts'
import type { World } from '../core/world.ts'

const rowOf = (world: World, organization: string, id: string) =>
  world.known('integration.list', { params: { org: organization } })?.data.find((each) => each.id === id)

const of = { organization: 'collection' } as const
const objects = {
  integration_id: objectsIn('integration.list', ofOrganization, ({ data }) =>
    data.map(({ id, name, provider_name: note }) => ({ id, name, note })),
  ),
}
const prompts = { integration_id: 'Which integration?', provider: 'Which provider, such as datadog?' }

const isConnecting = ({ place }: World): boolean => place?.name === 'integration-onboarding'

/** Commands on the integrations of an organization. */
export const integrationCommands: readonly Command[] = [
  command({
    id: 'integration.connect',
    words: 'connect integration',
    title: 'Connect',
    icon: 'plus',
    args: { organization: 'string', provider: '1 <= string <= 64' },
    of,
    prompts,
    run: ({ organization, provider }, world) => world.go('integration-onboarding', { provider }, { organization }),
  }),
  command({
    id: 'integration.reconnect',
    words: 'reconnect integration',
    title: 'Reconnect',
    icon: 'reload',
    args: { organization: 'string', integration_id: 'string' },
    of,
    objects,
    prompts,
    async run({ organization, integration_id: id }, world) {
      const { provider } = await world.call('integration.read', { params: { org: organization, id } })
      world.go('integration-onboarding', { provider }, { organization, integration: id })
    },
  }),
  command({
    id: 'integration.begin',
    words: 'continue to provider',
    title: 'Continue',
    screen: true,
    pending: 'Opening',
    icon: 'leave',
    effect: 'write',
    args: {},
    when: isConnecting,
    writes: ['integration.begin'],
    run: (_, world) => world.send('screen', { type: 'CONNECT' }),
  }),
  command({
    id: 'integration.finish',
    words: 'finish connecting',
    title: 'Start again',
    hidden: true,
    effect: 'write',
    args: {},
    when: isConnecting,
    // The return page finishes by itself; where it failed, only a new beginning helps.
    writes: ['integration.authenticate'],
    run: (_, world) => world.send('screen', { type: 'CONNECT' }),
  }),
  command({
    id: 'integration.test',
    words: 'test integration',
    title: 'Test',
    pending: 'Testing',
    icon: 'play',
    effect: 'write',
    args: { organization: 'string', integration_id: 'string' },
    of,
    objects,
    prompts,
    writes: ['integration.test'],
    async run({ organization, integration_id: id }, world) {
      const row = await world.call('integration.test', { params: { org: organization, id } })
      if (row.status === 'connected') world.tell(`${row.provider_name} answered: “${row.name}” works`)
      else world.tell(`“${row.name}”: ${row.error ?? 'it must be connected again.'}`, { category: 'FAIL' })
    },
  }),
  command({
    id: 'integration.update',
    silences: false,
    words: 'rename integration',
    title: 'Save name',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    args: { organization: 'string', integration_id: 'string', name: '1 <= string <= 400' },
    of,
    objects,
    prompts: { ...prompts, name: 'Which name?' },
    undo: 'calls',
    writes: ['integration.update'],
    async run({ organization, integration_id: id, name }, world) {
      await world.call('integration.update', { params: { org: organization, id }, body: { name } })
      world.tell(`Renamed to “${name.trim()}”`)
    },
  }),
  command({
    id: 'integration.remove',
    words: 'disconnect integration',
    title: 'Disconnect',
    pending: 'Disconnecting',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string', integration_id: 'string' },
    of,
    objects,
    prompts,
    confirm({ organization, integration_id: id }, world) {
      const row = rowOf(world, organization, id)
      const name = row?.name ?? id
      const at = row?.provider_name ?? 'the provider'
      const provider = world.known('integration.providers', {})?.data.find((each) => each.id === row?.provider)
      return {
        question: `Disconnect “${name}”?`,
        effects: [
          `Its tokens are deleted, so nothing here can use the account at ${at}`,
          provider?.can_revoke
            ? `${at} is told to revoke them`
            : `${at} is not told: remove the connection there, too, to end it`,
          'It can be connected again at any time',
        ],
        word: slugOf(name).slice(0, 24).replace(/-$/, '') || 'integration',
        name,
        button: 'Disconnect',
      }
    },
    writes: ['integration.remove'],
    async run({ organization, integration_id: id }, world) {
      const name = rowOf(world, organization, id)?.name ?? 'The integration'
      const { detail } = await world.call('integration.remove', { params: { org: organization, id } })
      if (detail === null) world.tell(`“${name}” disconnected, and its tokens revoked`)
      else world.tell(`“${name}” disconnected. Its tokens were not revoked: ${detail}`, { category: 'WARNING' })
    },
  }),
]
