import { command } from '../core/command.ts'
import { objectsIn } from '../core/objects.ts'
import type { World } from '../core/world.ts'
import { askedIn } from './asked-connection.ts'

const isAsked = ({ place }: World): boolean => place?.name === 'connect'
const asked = ({ place }: World) => askedIn(place?.search ?? {})

const nameOf = (world: World, id: string): string =>
  world.known('connection.list', {})?.results.find((each) => each.id === id)?.name ?? 'this application'

/** Applications that act for the person: allowing, refusing and disconnecting them. */
export const connectionCommands = [
  command({
    id: 'connection.approve',
    words: 'approve connection',
    title: 'Connect',
    pending: 'Connecting',
    icon: 'link',
    effect: 'write',
    screen: true,
    when: isAsked,
    args: { access: "'read' | 'write'", 'days?': '1 <= number.integer <= 365', 'project?': 'string > 0' },
    of: { project: 'project' },
    choices: {
      access: () => [
        { value: 'read', note: 'reads what you can read' },
        { value: 'write', note: 'changes what you can change' },
      ],
    },
    prompts: { access: 'May it change things?', days: 'For how many days?', project: 'For which project alone?' },
    writes: ['connection.approve'],
    async run({ access, days = 30, project }, world) {
      const { redirect_to } = await world.call('connection.approve', {
        body: { ...asked(world), project_id: project ?? null, writes: access === 'write', days },
      })
      world.leave(redirect_to)
    },
  }),
  command({
    id: 'connection.refuse',
    words: 'refuse connection',
    title: 'Refuse',
    pending: 'Refusing',
    icon: 'close',
    screen: true,
    when: isAsked,
    args: {},
    async run(_, world) {
      const { refuse_to } = await world.call('connection.ask', { query: asked(world) })
      world.leave(refuse_to)
    },
  }),
  command({
    id: 'connection.remove',
    words: 'disconnect application',
    title: 'Disconnect',
    pending: 'Disconnecting',
    icon: 'close',
    effect: 'destroy',
    args: { connection: 'string' },
    prompts: { connection: 'Which connected application?' },
    objects: {
      connection: objectsIn(
        'connection.list',
        () => ({}),
        ({ results }) => results,
      ),
    },
    confirm: ({ connection }, world) => ({
      question: `Disconnect ${nameOf(world, connection)}?`,
      effects: ['Its next request is refused', 'It has to ask you again before it can act for you'],
      word: null,
      button: 'Disconnect',
    }),
    writes: ['connection.remove'],
    async run({ connection }, world) {
      const name = nameOf(world, connection)
      await world.call('connection.remove', { params: { id: connection } })
      world.tell(`${name[0]?.toUpperCase()}${name.slice(1)} is disconnected`)
    },
  }),
]
