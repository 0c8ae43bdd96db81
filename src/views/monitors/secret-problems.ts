import type { Problem } from '../../domain/core/problem.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import {
  type Addressed,
  isAddressVariable,
  missingOriginsProblem,
  reentrySentence,
  secretOrigins,
} from '../../domain/secrets/secret-origins.ts'
import { isWritten, type MonitorForm, originsIn } from './monitor-form.ts'
import { secretRuleOf, toNamed } from './named-pairs.ts'

type Request = MonitorForm['request']

const LISTS = ['parameters', 'headers', 'variables'] as const

const addressOf = ({ url, headers, allowed_origins, connect_to, tls_name }: Request): Addressed => ({
  url: url.trim(),
  headers,
  allowed_origins: originsIn(allowed_origins),
  connect_to,
  tls_name,
})

/** Field errors of stored secrets that have to be entered again, because the address or the allowed origins changed. */
export const reentryProblems = (before: Request, now: Request): { field: string; message: string }[] => {
  const [bound, wanted] = [before, now].map((request) => secretOrigins(addressOf(request)))
  return LISTS.flatMap((list) =>
    now[list].filter(isWritten).flatMap(({ key, value }, index) => {
      const message = value === MASK ? reentrySentence(key, bound ?? [], wanted ?? []) : null
      return message === null ? [] : [{ field: `request.${list}[${index}].value`, message }]
    }),
  )
}

/** Names of a request's secrets. */
const secretsOf = (request: Request): string[] =>
  LISTS.flatMap((list) => toNamed(request[list]))
    .filter((pair) => pair.value === MASK || pair.secret === true || (pair.name && secretRuleOf(pair) === 'always'))
    .map(({ name }) => name)

/** Whether a form needs or has a list of origins that its secrets may be sent to. */
export const asksForOrigins = (request: Request): boolean =>
  request.allowed_origins !== '' ||
  (request.url !== '' && isAddressVariable(addressOf(request)) && secretsOf(request).length > 0)

/** Field error of a form whose address depends on a variable while no origin is listed for its secrets. */
export const originProblems = (request: Request): Problem[] =>
  request.allowed_origins.trim() !== ''
    ? []
    : [missingOriginsProblem(addressOf(request), secretsOf(request), 'request.allowed_origins')].filter(
        (one) => one !== null,
      )
