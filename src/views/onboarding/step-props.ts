import type { WizardContext } from '../../../machines/onboarding/wizard-context.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { Level } from '../../domain/core/access.ts'

/** Props of a getting-started step. */
export type StepProps = {
  readonly context: WizardContext
  readonly places: AnswerOf<ProductContract['agent.list']>
  readonly level: Level
  readonly mayManage: boolean
  /** Whether a trial run is in progress. */
  readonly trying: boolean
  /** Returns the visible field error, for example of `monitor.url`. */
  problemOf(field: string): string | undefined
  change(path: string, value: unknown): void
}
