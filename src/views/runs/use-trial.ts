import { useCallback, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { type TrialContext, trialMachine } from '../../../machines/runs/trial.ts'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import type { World } from '../../commands/core/world.ts'
import type { Trial } from '../../commands/runs/trials.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf } from '../../contract/core/endpoint.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useFlow } from '../core/use-flow.ts'
import { useWorld } from '../core/use-world.ts'

type TrialBody = BodyOf<ProductContract['trial.start']>

/** A trial, from its start to its outcome. */
export type TrialRun<Body = TrialBody> = {
  readonly trying: boolean
  readonly state: Trial['state']
  readonly trial: Trial | null
  /** The body that the last trial was started with. */
  readonly tried: Body | null
  /** Sentence about a trial that could not be started or followed. */
  readonly failure: string | null
}

type Options<Body> = { readonly body: Body; readonly ready: boolean; readonly onUnready: () => void }

/** Starts a trial of a body. */
type Begin<Body> = (world: World, body: Body) => Promise<{ readonly id: string }>

/**
 * Runs what a form holds once, as it stands, saved or not, when a command sends `TRY` to the screen. `onUnready` is called where the form
 * is not fit to be tried; it must stay the same from one rendering to the next.
 */
export const useTrialOf = <Body>(begin: Begin<Body>, { body, ready, onUnready }: Options<Body>): TrialRun<Body> => {
  const world = useWorld()
  const latest = useRef(begin)
  latest.current = begin
  const machine = useMemo(
    () =>
      trialMachine.provide({
        actors: {
          // The machine knows no types: what goes in as a body comes out as one.
          start: fromPromise<{ readonly id: string }, { body: unknown }>(({ input }) =>
            latest.current(world, input.body as Body),
          ),
          look: fromPromise<Trial, { id: string; known: TrialContext['known'] }>(({ input: { id, known } }) =>
            world.call('trial.read', { params: { id }, query: known ? { known } : {} }),
          ),
        },
      }),
    [world],
  )
  const { ref, snapshot } = useFlow(machine, undefined)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type !== 'TRY') return
        if (ready) ref.send({ type: 'START', body })
        else onUnready()
      },
      [ref, ready, body, onUnready],
    ),
  )
  const { known, trial, tried, failure } = snapshot.context
  return {
    trying: snapshot.hasTag('busy'),
    state: known ?? 'queued',
    trial,
    tried: tried as Body | null,
    failure: failure && failureSentence(failure),
  }
}

/** Starts a trial of a monitor that is not saved. */
const beginTrial = (world: World, body: TrialBody) => world.call('trial.start', { body })

/** Runs a form's monitor once, as {@link useTrialOf} says. */
export const useTrial = (options: Options<TrialBody>): TrialRun => useTrialOf(beginTrial, options)
