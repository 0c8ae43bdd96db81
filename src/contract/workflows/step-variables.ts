import { shape } from '../core/endpoint.ts'

/** The variables of one step, by what happens to them. */
export const stepVariables = shape({
  /** Position of the step, from 0. */
  index: 'number.integer >= 0',
  call_id: 'string',
  /** The monitor's name; null if it was deleted. */
  name: 'string | null',
  /** Variables that the step's conditions set. Later steps read those of any scope. */
  sets: [
    {
      name: 'string',
      scope: "'workflow' | 'call_workspace' | 'global'",
      condition_id: 'string',
      /** `shown-masked`: the variable is named like a secret, so its value is passed on, and masked wherever it is shown. */
      masking: "'none' | 'shown-masked'",
      /** Positions of later steps that read the value. */
      read_by: 'number[]',
    },
    '[]',
  ],
  /** Variables that the step reads. */
  uses: [
    {
      name: 'string',
      /** `step`: an earlier step sets it. `unknown`: nothing sets it, unless the run's context does. */
      source: "'step' | 'monitor' | 'workspace' | 'auth' | 'system' | 'context' | 'unknown'",
      /** Position of the last earlier step that sets it; null for other sources. */
      step: 'number | null',
      /** The environment with the value; null for other sources. */
      workspace: 'string | null',
      where: 'string[]',
    },
    '[]',
  ],
  /** Names in `uses` whose source is `unknown`. */
  missing: 'string[]',
})
