import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import { attemptMachine } from '../../../machines/attempt.ts'
import { machineOf } from '../core/machines-of.ts'
import type { ViewEffects } from '../core/view-effects.ts'

type Effects = Pick<ViewEffects, 'app' | 'call' | 'tape'>

/** Asks for the projects of objects that addresses name, one at a time, and tells the machine of projects. */
const open = ({ app, call, tape }: Effects) => {
  const machine = attemptMachine.provide({
    actors: {
      // The gate asks for the id of an object.
      ask: fromPromise(({ input }) => call('link.resolve', { params: { id: input.request as string } })),
    },
  })
  const ref = createActor(machine, { id: 'locating', inspect: tape.inspect })
  ref.subscribe((snapshot) => {
    const { request, answer, failure } = snapshot.context
    const located = (projectId: string | null) =>
      machineOf(app, 'project')?.send({ type: 'LOCATED', id: String(request), projectId })
    // The endpoint's answer.
    if (snapshot.matches('answered')) located((answer as { project_id: string }).project_id)
    else if (snapshot.matches('failed')) located(failure?.status === 404 ? null : '')
  })
  return ref.start()
}

const opened = new WeakMap<Effects, ActorRefFrom<typeof attemptMachine>>()

/** The attempt of an app, which lives as long as its page. */
export const locating = (effects: Effects): ActorRefFrom<typeof attemptMachine> => {
  const ref = opened.get(effects) ?? open(effects)
  opened.set(effects, ref)
  return ref
}
