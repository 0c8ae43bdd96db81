import type { ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf } from '../../src/contract/core/endpoint.ts'
import {
  WIZARD_STEPS,
  type WizardDraft,
  type WizardStep,
  wizardProblems,
} from '../../src/domain/onboarding/wizard-rules.ts'
import { isSame } from '../draft-path.ts'
import type { Failure, FieldProblem } from '../resource/failure.ts'

export type Trial = AnswerOf<ProductContract['trial.read']>
export type Watched = AnswerOf<ProductContract['watch.create']>
/** How many sample monitors were made, and how many were there before. */
export type InstalledSamples = { readonly created: number; readonly existing: number }

/** What getting started has made so far. */
export type WizardMade = { readonly watch: Watched | null; readonly samples: InstalledSamples | null }

/** What outlives a reload of the tab, and leaving. */
export type WizardKept = {
  readonly step: WizardStep
  readonly furthest: WizardStep
  readonly draft: WizardDraft
  readonly done: readonly WizardStep[]
  readonly made: WizardMade
}

/**
 * `stored` is what the server has of the first two steps. `locations` are the ids of all that there are. `mayEdit`: may make
 * monitors here.
 */
export type WizardInput = {
  readonly stored: Pick<WizardDraft, 'info' | 'project'>
  readonly monitor: WizardDraft['monitor']
  readonly locations: readonly string[]
  readonly mayEdit: boolean
  readonly kept: WizardKept | null
}

/** `shown`: what is wrong with the step is said, since somebody wanted to go on. `tried` is what the trial was made of. */
export type WizardContext = WizardKept & {
  readonly stored: WizardInput['stored']
  readonly locations: readonly string[]
  readonly mayEdit: boolean
  readonly shown: boolean
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

export const placeOfStep = (step: WizardStep): number => WIZARD_STEPS.indexOf(step)

/** What is wrong with the step that is shown, once it is to be said. */
export const shownWizardProblems = ({ step, draft, shown, refused }: WizardContext): readonly FieldProblem[] => [
  ...(shown ? wizardProblems(step, draft) : []),
  ...refused,
]

/** Whether the last trial is of what is written now. */
export const isTrialOfDraft = ({ tried, draft }: WizardContext): boolean =>
  tried !== null && isSame(toTry(tried), toTry(draft.monitor))
const toTry = ({ method, url, expect, locations }: WizardDraft['monitor']) => [
  method,
  url.trim(),
  expect.trim(),
  locations[0],
]

/** Whether the step that is shown holds nothing that is not stored. */
export const holdsNothingNew = ({ step, draft, stored, made }: WizardContext): boolean => {
  if (step === 'info' || step === 'project') return isSame(draft[step], stored[step])
  return step !== 'monitor' || made.watch !== null || draft.monitor.url.trim() === ''
}

/** What was kept, where it is that: storage may hold anything. */
export const keptOf = (value: unknown): WizardKept | null => {
  if (typeof value !== 'object' || value === null || !('draft' in value) || !('step' in value)) return null
  const isStep = WIZARD_STEPS.some((step) => step === value.step)
  // Only this app writes under that name, and all of it at once.
  return isStep ? (value as WizardKept) : null
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
  shown: false,
  refused: [],
  failure: null,
  trial: null,
  trialId: null,
  tried: null,
  asking: false,
})
