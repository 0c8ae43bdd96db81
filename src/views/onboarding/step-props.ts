import type { WizardContext } from '../../../machines/onboarding/wizard-context.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { Level } from '../../domain/core/access.ts'

/** What a step of getting started is drawn from. */
export type StepProps = {
  readonly context: WizardContext
  readonly places: AnswerOf<ProductContract['agent.list']>
  readonly level: Level
  readonly mayManage: boolean
  /** A trial is under way. */
  readonly trying: boolean
  /** The sentence about a field such as `monitor.url`, once it is to be said. */
  problemOf(field: string): string | undefined
  change(path: string, value: unknown): void
}
