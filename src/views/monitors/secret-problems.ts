import { MASK } from '../../domain/secrets/masking.ts'
import {
  type Addressed,
  isAddressVariable,
  missingOriginsProblem,
  reentryProblem,
  secretOrigins,
} from '../../domain/secrets/secret-origins.ts'
import { isWritten, type MonitorForm, originsIn } from './monitor-form.ts'
import { secretRuleOf, toNamed } from './named-pairs.ts'

type Request = MonitorForm['request']
type FormProblem = { readonly field: string; readonly message: string }

const LISTS = ['parameters', 'headers', 'variables'] as const

const addressOf = ({ url, headers, allowed_origins }: Request): Addressed => ({
  url: url.trim(),
  headers,
  allowed_origins: originsIn(allowed_origins),
})

/** Stored secrets that have to be entered again, since the form sends them where they were not entered for. */
export const reentryProblems = (before: Request, now: Request): FormProblem[] => {
  const [bound, wanted] = [before, now].map((request) => secretOrigins(addressOf(request)))
  return LISTS.flatMap((list) =>
    now[list]
      .filter(isWritten)
      .flatMap(({ key, value }, index) =>
        value === MASK ? (reentryProblem(`request.${list}[${index}].value`, key, bound ?? [], wanted ?? []) ?? []) : [],
      ),
  )
}

/** The names of what a request keeps secret. */
const secretsOf = (request: Request): string[] =>
  LISTS.flatMap((list) => toNamed(request[list]))
    .filter((pair) => pair.value === MASK || pair.secret === true || (pair.name && secretRuleOf(pair) === 'always'))
    .map(({ name }) => name)

/** Whether a form has to say, or says, which origins its secrets may be sent to. */
export const asksForOrigins = (request: Request): boolean =>
  request.allowed_origins !== '' ||
  (request.url !== '' && isAddressVariable(addressOf(request)) && secretsOf(request).length > 0)

/** The problem of a form whose address a variable decides while no origin is listed for its secrets. What is listed is judged elsewhere. */
export const originProblems = (request: Request): FormProblem[] =>
  request.allowed_origins.trim() !== ''
    ? []
    : [missingOriginsProblem(addressOf(request), secretsOf(request), 'request.allowed_origins')].filter(
        (one) => one !== null,
      )
