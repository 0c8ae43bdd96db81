import type { ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf } from '../../src/contract/core/endpoint.ts'
import {
  WIZARD_STEPS,
  type WizardDraft,
  type WizardStep,
  wizardProblems,
} from '../../src/domain/onboarding/wizard-rules.ts'
import { isEqual } from '../draft-path.ts'
import type { Failure, FieldProblem } from '../resource/failure.ts'
import type { Trial } from '../runs/trial.ts'

export type Watched = AnswerOf<ProductContract['watch.create']>
/** Number of sample monitors that were created, and that existed before. */
export type InstalledSamples = { readonly created: number; readonly existing: number }

/** Objects that the wizard has created so far. */
export type CreatedObjects = { readonly watch: Watched | null; readonly samples: InstalledSamples | null }

/** State that survives leaving and reloading the tab. */
export type StoredWizard = {
  readonly step: WizardStep
  readonly furthest: WizardStep
  readonly draft: WizardDraft
  readonly done: readonly WizardStep[]
  readonly made: CreatedObjects
}

/** `stored` are the server's values for the first two steps. `locations` are the ids of all locations. `mayEdit`: may create monitors here. */
export type WizardInput = {
  readonly stored: Pick<WizardDraft, 'info' | 'project'>
  readonly monitor: WizardDraft['monitor']
  readonly locations: readonly string[]
  readonly mayEdit: boolean
  readonly kept: StoredWizard | null
}

/**
 * `shown`: whether the step's errors are shown, after an attempt to continue. `attempts` counts the refused ones. `tried` is the
 * input of the trial.
 */
export type WizardContext = StoredWizard & {
  readonly stored: WizardInput['stored']
  readonly locations: readonly string[]
  readonly mayEdit: boolean
  /** The input that is being stored. */
  readonly sent: WizardDraft | null
  readonly shown: boolean
  readonly attempts: number
  readonly refused: readonly FieldProblem[]
  readonly failure: Failure | null
  readonly trial: Trial | null
  readonly trialId: string | null
  readonly tried: WizardDraft['monitor'] | null
  readonly asking: boolean
}

export type WizardEvent =
  | { readonly type: 'CHANGE'; readonly path: string; readonly value: unknown }
  | { readonly type: 'NEXT' }
  | { readonly type: 'BACK' }
  | { readonly type: 'SKIP' }
  | { readonly type: 'TO'; readonly step: string }
  | { readonly type: 'TRY' }
  | { readonly type: 'LEAVE' }
  | { readonly type: 'STAY' }
  | { readonly type: 'LEAVE_ANYWAY' }

/** Position of a step, from 0. */
export const stepIndex = (step: WizardStep): number => WIZARD_STEPS.indexOf(step)

/** The errors of the current step, once they are shown. */
export const shownWizardProblems = ({ step, draft, shown, refused }: WizardContext): readonly FieldProblem[] => [
  ...(shown ? wizardProblems(step, draft) : []),
  ...refused,
]

/** Whether the last trial is of the current input. */
export const isTrialOfDraft = ({ tried, draft }: WizardContext): boolean =>
  tried !== null && isEqual(toTry(tried), toTry(draft.monitor))
const toTry = ({ method, url, expect, locations }: WizardDraft['monitor']) => [
  method,
  url.trim(),
  expect.trim(),
  locations[0],
]

/** Whether the current step has no unsaved input. */
export const hasNoUnsavedInput = ({ step, draft, stored, made }: WizardContext): boolean => {
  if (step === 'info' || step === 'project') return isEqual(draft[step], stored[step])
  return step !== 'monitor' || made.watch !== null || draft.monitor.url.trim() === ''
}

/** Validates state from storage, which may contain anything. */
export const storedWizardOf = (value: unknown): StoredWizard | null => {
  if (typeof value !== 'object' || value === null || !('draft' in value) || !('step' in value)) return null
  const isStep = WIZARD_STEPS.some((step) => step === value.step)
  // Only this app writes to that key, and always all fields at once.
  return isStep ? (value as StoredWizard) : null
}

export const contextOf = ({ stored, monitor, locations, mayEdit, kept }: WizardInput): WizardContext => ({
  step: 'info',
  furthest: 'info',
  draft: { ...stored, monitor },
  done: [],
  made: { watch: null, samples: null },
  ...kept,
  stored,
  locations,
  mayEdit,
  sent: null,
  shown: false,
  attempts: 0,
  refused: [],
  failure: null,
  trial: null,
  trialId: null,
  tried: null,
  asking: false,
})
