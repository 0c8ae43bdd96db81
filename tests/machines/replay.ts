import {
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
  type Snapshot,
  StateMachine,
} from 'xstate'
import type { Example } from '../../machines/chart/example.ts'
import { contextText, type Path } from '../../machines/chart/paths.ts'
import { keyOf } from '../../machines/chart/transitions.ts'

type Effect = { resolve(output: unknown): void; reject(error: unknown): void }

/** A stand-in for a child machine: it takes the states that the path says, and receives events. */
const childThatBecomes: ActorLogic<Snapshot<unknown> & { context: unknown }, AnyEventObject, unknown> = {
  transition: (snapshot, event) => (event.type === 'BECOME' ? { ...snapshot, ...event.snapshot } : snapshot),
  getInitialSnapshot: (_, input) => ({ status: 'active', output: undefined, error: undefined, context: input }),
  getPersistedSnapshot: (snapshot) => snapshot,
}

/** Settles effects as a path says. */
const effectsOf = (machine: AnyStateMachine, open: Map<string, Effect>) =>
  Object.fromEntries(
    Object.entries(machine.implementations.actors).map(([name, logic]) => {
      if (logic instanceof StateMachine) return [name, childThatBecomes]
      // A callback never ends; its events are events of the path.
      const effect = fromPromise(({ self }) => new Promise((resolve, reject) => open.set(self.id, { resolve, reject })))
      return [name, effect]
    }),
  )

const settled = () => new Promise((resolve) => setImmediate(resolve))
const delayMs = (machine: AnyStateMachine, actor: AnyActorRef, name: string, event: AnyEventObject): number => {
  const delay: unknown = machine.implementations.delays[name]
  return Number(typeof delay === 'function' ? delay({ context: actor.getSnapshot().context, event }, undefined) : delay)
}

export type Replayed = { readonly taken: ReadonlySet<string>; readonly seen: readonly unknown[] }

/**
 * Runs the chart of an example along a path: a real actor with settled effects and a simulated clock. Returns the states and contexts
 * after each step, and the keys of the transitions taken.
 */
export const replay = async (example: Example, path: Path): Promise<Replayed> => {
  const { machine, input } = example
  const open = new Map<string, Effect>()
  const clock = new SimulatedClock()
  const taken = new Set<string>()
  const seen: unknown[] = []
  let failure: unknown = null
  const tested = machine.provide({ actors: effectsOf(machine, open) })
  const actor = createActor(tested, {
    clock,
    input,
    inspect: (inspected) => {
      // Child machines do not run; stand-ins replace them.
      if (inspected.type !== '@xstate.microstep') return
      for (const one of inspected._transitions) taken.add(keyOf(one))
    },
  })
  actor.subscribe({
    error: (error) => {
      failure = error
    },
  })
  for (const { event } of path) {
    const { type } = event
    const [, kind, id = ''] = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.+)$/.exec(type) ?? []
    const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? []
    if (type === 'xstate.init') actor.start()
    else if (kind === 'done.actor') open.get(id)?.resolve(event.output)
    else if (kind === 'error.actor') open.get(id)?.reject(event.error)
    else if (kind === 'snapshot') actor.getSnapshot().children[id]?.send({ type: 'BECOME', snapshot: event.snapshot })
    else if (delay !== undefined) clock.increment(delayMs(tested, actor, delay, event))
    else actor.send(event)
    await settled()
    if (failure) throw failure
    seen.push({ value: actor.getSnapshot().value, told: contextText(example, actor.getSnapshot()) })
  }
  actor.stop()
  return { taken, seen }
}
