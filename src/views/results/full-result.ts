import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf, Shape } from '../../contract/core/endpoint.ts'
import type { detail } from '../../contract/results/results.ts'

/** One result as returned by the API; viewers get only the summary. */
export type Result = AnswerOf<ProductContract['result.read']>

type Detail = Shape<typeof detail>

/** The browser's part of a result. */
export type BrowserEvidence = NonNullable<Result['browser']>

/** Result detail; parts are absent if the caller may not see them, or if they expired. */
export type Evidence = {
  readonly request: Detail['request'] | undefined
  readonly response: Detail['response'] | undefined
  readonly messages: readonly string[]
  readonly exception: string | null
  readonly exceptionDebug: string | null
  readonly variables: Detail['variables'] | undefined
  readonly conditions: Detail['conditions']
  readonly lookups: Detail['dns']['lookups']
  readonly tls: Detail['tls']
  readonly protocol: Detail['protocol']
  readonly redirects: Detail['redirects']
  /** Null for a call. */
  readonly browser: BrowserEvidence | null
}

/** The result detail within a full result. */
export const evidenceOf = (result: Result): Evidence => {
  // The contract leaves these parts open since summaries lack them; where one is there it is that part of a detail, as agents report it.
  const parts = result as Partial<Detail>
  return {
    request: parts.request,
    response: parts.response,
    messages: parts.messages ?? [],
    exception: parts.exception ?? null,
    exceptionDebug: parts.exception_debug ?? null,
    variables: parts.variables,
    conditions: parts.conditions ?? [],
    lookups: parts.dns?.lookups ?? [],
    tls: parts.tls ?? null,
    protocol: parts.protocol,
    redirects: parts.redirects ?? [],
    browser: result.browser ?? null,
  }
}
