import { useCallback, useState } from 'react'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import type { World } from '../../commands/core/world.ts'
import { followTrial, type Trial } from '../../commands/runs/trials.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf } from '../../contract/core/endpoint.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
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

const NONE: TrialRun<never> = { trying: false, state: 'queued', trial: null, tried: null, failure: null }

type Options<Body> = { readonly body: Body; readonly ready: boolean; readonly onUnready: () => void }

/**
 * Runs what a form holds once, as it stands, saved or not, when a command sends `TRY` to the screen. `onUnready` is called where the form
 * is not fit to be tried. `begin` and `onUnready` must stay the same from one rendering to the next.
 */
export const useTrialOf = <Body>(
  begin: (world: World, body: Body) => Promise<{ readonly id: string }>,
  { body, ready, onUnready }: Options<Body>,
): TrialRun<Body> => {
  const world = useWorld()
  const [run, set] = useState<TrialRun<Body>>(NONE)
  const start = useCallback(async () => {
    set({ ...NONE, trying: true, tried: body })
    try {
      const { id } = await begin(world, body)
      const trial = await followTrial(id, world, (state) => set((before) => ({ ...before, state })))
      set({ ...NONE, trial, tried: body })
    } catch (failure) {
      set({ ...NONE, tried: body, failure: failureSentence(failure) })
    }
  }, [begin, world, body])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type !== 'TRY') return
        if (ready) void start()
        else onUnready()
      },
      [ready, start, onUnready],
    ),
  )
  return run
}

const begin = (world: World, body: TrialBody) => world.call('trial.start', { body })

/** Runs a form's monitor once, as {@link useTrialOf} says. */
export const useTrial = (options: Options<TrialBody>): TrialRun => useTrialOf(begin, options)
