import { useCallback } from 'react'
import type { World } from '../../commands/core/world.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf } from '../../contract/core/endpoint.ts'
import { useWorld } from '../core/use-world.ts'
import { type TrialRun, useTrialOf } from '../runs/use-trial.ts'

type Body = BodyOf<ProductContract['trial.start-workflow']>

/** A trial of a workflow, from its start to its outcome. */
export type WorkflowTrialRun = TrialRun<Body>

const begin = (world: World, body: Body) => world.call('trial.start-workflow', { body })

/** Runs a form's workflow once, as it stands, saved or not, when a command sends `TRY` to the screen. */
export const useWorkflowTrial = (body: Body, ready: boolean): WorkflowTrialRun => {
  const world = useWorld()
  const onUnready = useCallback(
    () => world.tell('Add a step first: a workflow without steps has nothing to run.'),
    [world],
  )
  return useTrialOf(begin, { body, ready, onUnready })
}
