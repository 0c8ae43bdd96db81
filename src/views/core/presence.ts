import { waitFor } from 'xstate'
import { SHOWN_ABOVE } from '../../../machines/navigation.ts'
import { isSameSearch } from '../../../machines/search.ts'
import type { Presence, World } from '../../commands/core/world.ts'
import { machineOf } from './machines-of.ts'
import type { AppActor } from './view-effects.ts'

/** The attention of the person, for the world of commands. */
export const presenceIn = (app: AppActor): Presence => {
  const { href = '/', dirty = null } = machineOf(app, 'navigation')?.getSnapshot().context ?? {}
  const console = machineOf(app, 'console')?.getSnapshot()
  const isOpen = console?.matches('open') ?? false
  return {
    href,
    isDirty: dirty !== null,
    console: !isOpen ? 'closed' : !console?.hasTag('busy') ? 'open' : console.hasTag('several') ? 'several' : 'busy',
    opening: projectOpening(app)?.name ?? null,
  }
}

/** The project that is being opened while another one is open. */
const projectOpening = (app: AppActor): { readonly name: string } | null => {
  const project = machineOf(app, 'project')?.getSnapshot()
  if (!project?.matches('switching') || !project.context.current) return null
  const { next, projects } = project.context
  return projects.find((each) => each.project.id === next)?.project ?? { name: 'Another project' }
}

const MOST_WAITED_MS = 10_000

/** Resolves once no project is being opened and nothing is open, or no answer is left that could change that. */
export const ready = async (app: AppActor, open: Parameters<NonNullable<World['ready']>>[0]): Promise<void> => {
  const project = machineOf(app, 'project')
  const navigation = machineOf(app, 'navigation')
  if (navigation) await waitFor(navigation, (now) => !now.hasTag('asking'))
  // The list of projects may be read anew while one stays open.
  if (project)
    await waitFor(project, (now) => !now.hasTag('busy') || (now.matches('listing') && now.context.current !== null))
  // A secret that a line before has shown is stored before anything else happens.
  if (navigation) await waitFor(navigation, ({ context }) => context.dirty?.what !== SHOWN_ABOVE)
  const cache = machineOf(app, 'cache')
  const search = machineOf(app, 'search')
  const first = open()
  if (!first || !cache || !search) return
  if (first.search) search.send({ type: 'SEARCH', request: first.search })
  const isDecided = (): boolean => {
    const left = open()
    const { asked } = search.getSnapshot().context
    // The next name is asked for; a search that failed is not repeated.
    if (left?.search && !(asked && isSameSearch(asked, left.search)))
      search.send({ type: 'SEARCH', request: left.search })
    return left === null
  }
  const patience = { timeout: MOST_WAITED_MS }
  // It rejects where nothing came in time, or the person has signed out: the caller sees what is still open.
  await Promise.race([
    waitFor(cache, isDecided, patience),
    waitFor(search, (snapshot) => isDecided() || snapshot.matches('failed'), patience),
  ]).catch(() => {})
}
