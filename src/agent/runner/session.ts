import type { SetVariable } from '../../domain/conditions/set-variables.ts'
import type { Cookies } from './cookies.ts'

/** State that the steps of a workflow share. */
export type Session = {
  /** The cookie jar; null if each step has its own. */
  readonly cookies: Cookies | null
  /** Is told the variables that the conditions of a step set, of any scope and as they are. */
  take(set: readonly SetVariable[]): void
}
