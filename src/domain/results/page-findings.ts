import type { Outcome, Verdict } from '../conditions/conditions.ts'
import { ASSERTION_FACTS, type Assertion, assertionWords } from '../monitors/browser-assertions.ts'
import { isVital } from '../statistics/vitals.ts'

/** Facts about the page of a browser test, for its verdicts. */
export type PageFindings = {
  readonly assertions: readonly Assertion[]
  /**
   * For each assertion: the title for `title_contains`, whether the text or element was found for `text_present` and `selector_visible`,
   * why it was not looked up, or null for all others and if it could not be looked up.
   */
  readonly found: readonly (string | boolean | { readonly refused: string } | null)[]
  /** The step that ended the journey; null if none failed. */
  readonly failedStep: { readonly number: number; readonly words: string; readonly error: string } | null
  /** Addresses of resources of the page's own site that did not load. */
  readonly failedResources: readonly string[]
}

type Seen = Pick<Outcome, 'httpCode' | 'vitals'>

/** Compares as the assertion asks; `actual` is null if there is nothing to compare. */
const answerOf = (
  assertion: Assertion,
  found: string | boolean | null,
  { httpCode, vitals }: Seen,
): { actual: string | null; holds: boolean } => {
  const { kind, value, vital = 'lcp' } = assertion
  const below = (actual: number | null) => ({
    actual: actual === null ? null : String(Math.round(actual * 1000) / 1000),
    holds: actual !== null && actual < Number(value),
  })
  if (kind === 'status_below') return below(httpCode)
  if (kind === 'vital_below') return below(isVital(vital) ? (vitals?.[vital] ?? null) : null)
  if (kind === 'title_contains') {
    const title = typeof found === 'string' ? found : null
    return { actual: title, holds: title?.includes(value) ?? false }
  }
  return { actual: found === true ? 'found' : 'not found', holds: found === true }
}

/** Assertions about the page at the end, which is not looked at after a step has failed. */
const isOfEnd = ({ kind }: Assertion): boolean =>
  kind === 'title_contains' || kind === 'text_present' || kind === 'selector_visible'

const verdictOf = (assertion: Assertion, index: number, given: PageFindings['found'][number], seen: Seen): Verdict => {
  const isRefused = typeof given === 'object' && given !== null
  const { actual, holds } = isRefused ? { actual: null, holds: false } : answerOf(assertion, given, seen)
  return {
    id: `a${index + 1}`,
    name: assertionWords(assertion),
    group: ASSERTION_FACTS[assertion.kind].group,
    operator: assertion.kind,
    actual,
    expected: assertion.value,
    verdict: holds,
    outcome: holds ? 'none' : assertion.outcome,
    ...(isRefused && { message: given.refused.slice(0, 400) }),
  }
}

/** Verdicts of a page: of its assertions, of the step that failed, and of the resources that did not load. */
export const pageVerdicts = (findings: PageFindings, seen: Seen): Verdict[] => {
  const { assertions, found, failedStep, failedResources } = findings
  const verdicts = assertions.map((assertion, index): Verdict => {
    const verdict = verdictOf(assertion, index, found[index] ?? null, seen)
    if (!failedStep || !isOfEnd(assertion)) return verdict
    return {
      ...verdict,
      actual: null,
      outcome: 'none',
      message: `Not tested, because step ${failedStep.number} failed.`,
    }
  })
  if (failedStep)
    verdicts.push({
      id: `step${failedStep.number}`,
      name: `step ${failedStep.number}: ${failedStep.words}`,
      group: 'body',
      operator: 'step',
      actual: 'failed',
      expected: '',
      verdict: false,
      outcome: 'fail',
      message: failedStep.error.slice(0, 400),
    })
  if (failedResources.length > 0)
    verdicts.push({
      id: 'resources',
      name: 'files of the page’s own site load',
      group: 'body',
      operator: 'resources',
      actual: `${failedResources.length} failed`,
      expected: '',
      verdict: false,
      outcome: 'warning',
      message: `${failedResources.slice(0, 3).join(', ')}${failedResources.length > 3 ? ' …' : ''}`.slice(0, 400),
    })
  return verdicts
}
