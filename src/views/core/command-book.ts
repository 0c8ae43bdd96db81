import type { RouteMatch } from '../../commands/core/addresses.ts'
import type { Command } from '../../commands/core/command.ts'
import { navigationCommands } from '../../commands/core/navigation.ts'
import type { Entity, EntityKind } from '../../commands/core/world.ts'
import type { EndpointName } from '../../contract/contract.ts'
import type { AppActor } from './view-effects.ts'

type AllCommands = typeof import('./all-commands.ts')
type FrontCommands = typeof import('./front-commands.ts')

const known = new Map<string, Command>(navigationCommands.map((command) => [command.id, command]))
let all: AllCommands | null = null
let front: FrontCommands | null = null

/** The commands by id, as far as their chunks are here: a screen is drawn when those that it shows are. */
export const commandBook = {
  find: (id: string): Command | null => all?.commandById(id) ?? known.get(id) ?? null,
  /** What there is of a kind to name in a command. */
  entities: (app: AppActor, kind: EntityKind): readonly Entity[] => all?.entitiesOf(app, kind) ?? [],
  /** Whether the server was asked for all that is called so. */
  searched: (app: AppActor, kind: EntityKind, text: string): 'all' | 'some' | null =>
    all?.searchedFor(app, kind, text) ?? null,
  /** The actions that can be undone; null before the commands are here, since none was done. */
  undoable: (app: AppActor) => all?.undoableIn(app) ?? null,
  /** The attention of the person. */
  presence: (app: AppActor) => all?.presenceIn(app),
  /** Resolves once no project is being opened and names are decided. */
  ready: async (...ask: Parameters<AllCommands['ready']>) => all?.ready(...ask),
  /** Calls an endpoint for a command, which is one of those that are here. */
  callThrough: async (...call: Parameters<AllCommands['callThrough']>) => {
    const { callThrough } = all ?? front ?? (await import('./front-commands.ts'))
    return callThrough(...call)
  },
  /** The cached answer of an endpoint, which is loaded where there is none. */
  read: (app: AppActor, operation: EndpointName, input: object): object | undefined =>
    all?.readAnswer(app, operation, input),
  /** What is loaded of a list that is not loaded as a whole. */
  partial: (app: AppActor, operation: EndpointName, input: object): object | undefined =>
    all?.partialAnswer(app, operation, input),
  /** The object that a place shows; null before the commands are here, since nothing acts on it earlier. */
  objectAt: (place: RouteMatch): { kind: EntityKind; id: string } | null => all?.objectAt(place) ?? null,
  /** Those of the front door: signing in, registering, passwords. */
  async loadFrontDoor(): Promise<void> {
    front ??= await import('./front-commands.ts')
    for (const command of front.signedOutCommands) known.set(command.id, command)
  },
  async load(): Promise<AllCommands> {
    all ??= await import('./all-commands.ts')
    return all
  },
}
