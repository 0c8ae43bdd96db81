import type { AnyActorRef } from 'xstate'
import { preferencesFrom } from '../../../machines/preferences.ts'
import { addressOf, matchRoute } from '../../commands/core/addresses.ts'
import type { MachineEvents, MachineName } from '../../commands/core/machine-events.ts'
import type { Focus, World } from '../../commands/core/world.ts'
import { cachedAnswer } from '../core/cached.ts'
import { commandBook } from '../core/command-book.ts'
import { machineOf } from '../core/machines-of.ts'
import { type ScreenMachines, sendToScreen } from '../core/screen-machines.ts'
import type { ViewEffects } from '../core/view-effects.ts'
import { writeAt } from '../parts/form/to-write.ts'

/** One object, because what is derived from its keys is stored with them. */
const USUAL = preferencesFrom(null)

/** Sends an event to the machine of a name. `send` has checked that it is one of that machine's events. */
const dispatch = (
  { app }: ViewEffects,
  screen: ScreenMachines,
  name: MachineName,
  event: MachineEvents[MachineName],
): void => {
  if (name === 'list' || name === 'draft') screen[name]?.ref.send(event)
  else if (name === 'debug' || name === 'secret' || name === 'screen') sendToScreen(screen, name, event)
  else {
    const ref: AnyActorRef | undefined = name === 'app' ? app : machineOf(app, name)
    ref?.send(event)
  }
}

/** The world that commands see: each reading is that of the moment, taken from the machines. */
export const createWorld = (effects: ViewEffects, screen: ScreenMachines): World => {
  const { app } = effects
  const placeNow = (): World['place'] => {
    const place = matchRoute(machineOf(app, 'navigation')?.getSnapshot().context.href ?? '/')
    return 'redirect' in place ? null : place
  }
  const world: World = {
    get place() {
      return placeNow()
    },
    get signedIn() {
      return app.getSnapshot().matches('signedIn') && !machineOf(app, 'sign-in')?.getSnapshot().matches('expired')
    },
    get site() {
      const permissions = machineOf(app, 'project')?.getSnapshot().context.account?.permissions ?? []
      return { viewer: permissions.length > 0, admin: permissions.includes('site_admin') }
    },
    get project() {
      const current = machineOf(app, 'project')?.getSnapshot().context.current
      return current ? { id: current.project.id, name: current.project.name, level: current.access_level } : null
    },
    get focus() {
      return focusOf(screen, placeNow(), world)
    },
    get selection() {
      const ids = screen.list?.ref.getSnapshot().context.selected as ReadonlySet<string> | undefined
      return screen.list && ids && ids.size > 0 ? { kind: screen.list.kind, ids: [...ids] } : null
    },
    get preferences() {
      return machineOf(app, 'preferences')?.getSnapshot().context ?? USUAL
    },
    presence: () => commandBook.presence(app),
    ready: (open) => commandBook.ready(app, open),
    hasOnScreen: (machine) => screen[machine] !== null,
    entities: (kind) => commandBook.entities(app, kind),
    searched: (kind, text) => commandBook.searched(app, kind, text),
    known: (operation, input) =>
      cachedAnswer(app, operation, input) ??
      // The rows are of the list's own shape, which the name of the operation stands for.
      (commandBook.partial(app, operation, input) as never),
    // As above.
    read: (operation, input) => commandBook.read(app, operation, input) as never,
    go: (name, ...[params, search]) => world.goTo(addressOf(name, params ?? {}, search)),
    goTo(href, options) {
      if (options?.isToWrite) writeAt(href)
      machineOf(app, 'navigation')?.send({ type: 'GO', href, ...(options?.replace && { replace: true }) })
    },
    async call(operation, input) {
      // What comes back is the answer of the endpoint that was named.
      return (await commandBook.callThrough(effects, operation, input)) as never
    },
    refresh() {
      for (const ref of Object.values(machineOf(app, 'cache')?.getSnapshot().context.resources ?? {}))
        ref.send({ type: 'FETCH' })
    },
    tell(text, { undo, isUnchanged: _, ...options } = {}) {
      const id = undo && commandBook.undoable(app)?.add(text, undo, world)
      machineOf(app, 'toasts')?.send({ type: 'SHOW', text, ...options, ...(id && undo?.length && { id, undo: id }) })
    },
    undoable: () => commandBook.undoable(app)?.here(world) ?? { done: [], undone: [] },
    send: (name, event) => dispatch(effects, screen, name, event),
    now: () => Date.now(),
    newId: effects.newId,
    leave: effects.leave,
    copy: effects.copy,
    download: effects.download,
  }
  return world
}

/** The cursor's row, else the open object. */
const focusOf = (screen: ScreenMachines, place: World['place'], world: World): Focus | null => {
  const cursor = screen.list?.ref.getSnapshot().context.cursor as string | null | undefined
  if (screen.list && cursor)
    return { kind: screen.list.kind, id: cursor, name: screen.list.nameOf(cursor), isRow: true }
  const object = place && commandBook.objectAt(place)
  if (!object) return null
  return { ...object, name: world.entities(object.kind).find(({ id }) => id === object.id)?.name ?? object.id }
}
