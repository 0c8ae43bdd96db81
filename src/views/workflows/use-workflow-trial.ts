import { useCallback, useState } from 'react'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import { followTrial, type Trial } from '../../commands/runs/trials.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf } from '../../contract/core/endpoint.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useWorld } from '../core/use-world.ts'

type Body = BodyOf<ProductContract['trial.start-workflow']>

/** A trial of a workflow, from its start to its outcome. */
export type WorkflowTrialRun = {
  readonly trying: boolean
  readonly state: Trial['state']
  readonly trial: Trial | null
  /** The body that the last trial was started with. */
  readonly tried: Body | null
  /** Sentence about a trial that could not be started or followed. */
  readonly failure: string | null
}

const NONE: WorkflowTrialRun = { trying: false, state: 'queued', trial: null, tried: null, failure: null }

/** Runs a form's workflow once, as it stands, saved or not, when a command sends `TRY` to the screen. */
export const useWorkflowTrial = (body: Body, ready: boolean): WorkflowTrialRun => {
  const world = useWorld()
  const [run, set] = useState<WorkflowTrialRun>(NONE)
  const start = useCallback(async () => {
    set({ ...NONE, trying: true, tried: body })
    try {
      const { id } = await world.call('trial.start-workflow', { body })
      const trial = await followTrial(id, world, (state) => set((before) => ({ ...before, state })))
      set({ ...NONE, trial, tried: body })
    } catch (failure) {
      set({ ...NONE, tried: body, failure: failureSentence(failure) })
    }
  }, [world, body])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type !== 'TRY') return
        if (ready) void start()
        else world.tell('Add a step first: a workflow without steps has nothing to run.')
      },
      [ready, start, world],
    ),
  )
  return run
}
