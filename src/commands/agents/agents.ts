import { type Command, command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'

const agentOf = (world: World, id: string) => world.known('agent.fleet', {})?.data.find((agent) => agent.id === id)

const wordOf = (name: string, other: string): string => slugOf(name).slice(0, 24).replace(/-$/, '') || other

/** Whom agents with a token or at a location work for, as arguments. */
const bound = { 'organization?': 'string', 'projects?': 'string[]', 'everyone?': 'boolean' } as const

const boundTo = (given: {
  readonly organization?: string | undefined
  readonly projects?: readonly string[] | undefined
  readonly everyone?: boolean | undefined
}) => {
  if (given.everyone) return { bound_to: null }
  if (given.organization) return { bound_to: { organization_id: given.organization } }
  return given.projects ? { bound_to: { project_ids: [...given.projects] } } : {}
}

const boundPrompts = {
  organization: 'Which organization alone?',
  projects: 'Which projects alone?',
  everyone: 'For all projects?',
}

/** Reads `52.5,13.4`; an empty text says that they are unknown. */
const coordinatesOf = (text: string): number[] | null => (text.trim() === '' ? null : text.split(',').map(Number))

/** Commands on agents and on the tokens with which they join. */
export const agentCommands: readonly Command[] = [
  command({
    id: 'agent.new',
    words: 'new agent',
    title: 'Add agent',
    icon: 'plus',
    keys: 'n',
    keysFor: 'agent',
    args: {},
    run: (_, world) => world.go('new-agent'),
  }),
  command({
    id: 'agent.place',
    words: 'change agent',
    title: 'Change location',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    args: {
      agent: 'string',
      'name?': '1 <= string <= 200',
      'cloud?': 'string <= 40',
      'region?': 'string <= 100',
      'country?': 'string <= 2',
      'city?': 'string <= 200',
      'coordinates?': '/^$|^-?[0-9.]+, ?-?[0-9.]+$/',
      ...bound,
    },
    of: { agent: 'agent', organization: 'collection', projects: 'project' },
    prompts: {
      name: 'Which name has its location?',
      cloud: 'Which cloud provider?',
      region: 'Which region of the provider?',
      country: 'Which country, in two letters?',
      city: 'Which city?',
      coordinates: 'Which latitude and longitude?',
      ...boundPrompts,
    },
    needsOption: true,
    undo: 'calls',
    writes: ['agent.place'],
    async run({ agent, coordinates, organization, projects, everyone, ...place }, world) {
      const saved = await world.call('agent.place', {
        params: { id: agent },
        body: {
          ...place,
          ...(coordinates !== undefined && { coordinates: coordinatesOf(coordinates) }),
          ...boundTo({ organization, projects, everyone }),
        },
      })
      world.tell(`Location “${saved.name}” changed`)
    },
  }),
  command({
    id: 'agent.rotate',
    words: 'rotate agent',
    title: 'Replace key',
    pending: 'Replacing',
    icon: 'key',
    effect: 'write',
    args: { agent: 'string' },
    of: { agent: 'agent' },
    done: 'gets a new key',
    fits: (id, world) => agentOf(world, id)?.may_manage !== false,
    writes: ['agent.rotate'],
    async run({ agent }, world) {
      const { name } = await world.call('agent.rotate', { params: { id: agent } })
      return name
    },
  }),
  command({
    id: 'agent.revoke',
    words: 'revoke agent',
    title: 'Revoke',
    pending: 'Revoking',
    icon: 'trash',
    effect: 'destroy',
    args: { agent: 'string' },
    of: { agent: 'agent' },
    done: 'revoked',
    fits: (id, world) => agentOf(world, id)?.may_manage !== false,
    confirm({ agent }, world) {
      const row = agentOf(world, agent)
      const name = row?.name ?? agent
      const others = world
        .known('agent.fleet', {})
        ?.data.filter(({ id, location_id, online }) => id !== agent && online && location_id === row?.location_id)
      return {
        question: `Revoke the agent at “${name}” permanently?`,
        effects: [
          'Its key is refused at once, and its connections end',
          'The runs that it has go to other agents of its location',
          ...(others?.length === 0 ? ['No other agent is online there, so nothing runs from this location'] : []),
          'It can join again with a join token: delete that too if it is in the wrong hands',
        ],
        word: wordOf(name, 'agent'),
        name,
        button: 'Revoke agent',
      }
    },
    writes: ['agent.revoke'],
    async run({ agent }, world) {
      await world.call('agent.revoke', { params: { id: agent } })
    },
  }),
  command({
    id: 'agent-token.create',
    words: 'create join-token',
    title: 'Create join token',
    pending: 'Creating',
    icon: 'key',
    effect: 'write',
    args: { name: '1 <= string <= 200', 'expires_days?': '1 <= number.integer <= 3650', ...bound },
    of: { organization: 'collection', projects: 'project' },
    prompts: { name: 'Token name?', expires_days: 'After how many days does it expire?', ...boundPrompts },
    writes: ['agent-token.create'],
    async run({ name, expires_days, ...given }, world) {
      const made = await world.call('agent-token.create', {
        body: { name, ...(expires_days && { expires_days }), ...boundTo(given) },
      })
      world.send('secret', { type: 'SHOW', title: `Join token “${made.name}”`, secret: made.secret })
    },
  }),
  command({
    id: 'agent-token.remove',
    words: 'delete join-token',
    title: 'Delete',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    args: { token: 'string' },
    of: { token: 'agent-token' },
    done: 'deleted',
    confirm({ token }, world) {
      const row = world.known('agent-token.list', {})?.data.find(({ id }) => id === token)
      const name = row?.name ?? token
      return {
        question: `Delete the join token “${name}” permanently?`,
        effects: ['No agent can join with it', 'Agents that joined with it stay: revoke them one by one'],
        word: wordOf(name, 'token'),
        name,
        button: 'Delete join token',
      }
    },
    writes: ['agent-token.remove'],
    async run({ token }, world) {
      await world.call('agent-token.remove', { params: { id: token } })
    },
  }),
]
