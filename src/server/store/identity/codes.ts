import type { Shape } from '../../../contract/core/endpoint.ts'
import type { category, exceptionType, reason } from '../../../contract/results/results.ts'

type Category = Shape<typeof category>
type Reason = Shape<typeof reason>
type ExceptionType = Shape<typeof exceptionType>

/** Encodes names as small numbers. The position in the list is stored, so lists may only grow at the end. */
export const coded = <const Name extends string>(names: readonly Name[]) => {
  const numbers = new Map(names.map((name, at) => [name, at]))
  return {
    code: (name: Name): number => {
      const at = numbers.get(name)
      if (at === undefined) throw new Error(`There is no code for ${name}.`)
      return at
    },
    name: (code: number): Name => {
      const name = names[code]
      if (name === undefined) throw new Error(`There is no name for the code ${code}.`)
      return name
    },
  }
}

export const categories = coded<Category>(['PASS', 'SLOW', 'WARNING', 'FAIL', 'SKIPPED', 'QUEUED'])

export const reasons = coded<Reason>([
  'COMPLETE',
  'SLOW_COMPLETE',
  'CONNECTION_WARNING',
  'HTTP_REDIRECT_ERROR',
  'HTTP_CLIENT_ERROR',
  'CONTENT_WARNING',
  'SLA_WARNING',
  'HTTP_SERVER_ERROR',
  'CONNECTION_ERROR',
  'HEADER_ERROR',
  'CONTENT_ERROR',
  'SLA_ERROR',
  'QUEUED',
  'TOKEN_EXPIRED',
  'DOWNTIME',
  'STEP_SKIPPED',
  'QUOTA',
  'KEY_AWAY',
])

export const exceptions = coded<'none' | ExceptionType>(['none', 'agent', 'api_setup', 'download', 'skipped'])

/** The cause of a missing or unusable response of a stored result; null where there was a usable one. */
export const exceptionOf = ({ exception }: { readonly exception: number }): ExceptionType | null => {
  const name = exceptions.name(exception)
  return name === 'none' ? null : name
}

export const triggers = coded(['schedule', 'manual', 'api'])

/** Bits of `result.ignored`: what an attempt is excluded from. A run within a downtime is excluded from both. */
export const IGNORED = { statistics: 1, alerts: 2, downtime: 4 } as const
