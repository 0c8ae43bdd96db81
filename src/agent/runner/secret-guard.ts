import { type Detour, detourOf, originsByDetour } from '../../domain/core/detour.ts'
import { placeholdersIn, substitute } from '../../domain/core/placeholders.ts'
import { textsOfPart } from '../../domain/monitors/body-rules.ts'
import { misdirectionSentence, unlistedOrigin } from '../../domain/secrets/secret-origins.ts'
import type { Job, Pair } from './request.ts'
import { isSecretName } from './secret-name.ts'

/**
 * Why a request must not be made: it would send the job's secrets to an origin that is not allowed. Checked after all variables are
 * filled in, on the parsed URL that is connected to, so the spelling makes no difference.
 */
export const misdirection = (job: Job, url: URL, headers: readonly Pair[]): string | null => {
  const { secret_fields: fields = [], secret_origins: allowed } = job
  if (allowed === undefined || fields.length === 0) return null
  const origin = unlistedOrigin(url, headers, allowed, detourOf(job.call, url))
  if (origin === null) return null
  const isHidden = placeholdersIn(job.call.url).some((name) => isSecretName(name) || isSecretVariable(job, name))
  return misdirectionSentence(fields, allowed, isHidden ? null : origin)
}

/** Whether a body or an address with a secret may be sent to this origin after a redirect. */
export const mayCarrySecret = ({ secret_origins: allowed = [] }: Job, url: URL, detour: Detour | null): boolean =>
  [url.origin, ...originsByDetour(url, detour)].every((origin) => allowed.includes(origin))

/** Whether a header or parameter holds a secret of the monitor, regardless of its name. */
export const isSecretField = (job: Job, name: string): boolean =>
  job.secret_fields?.some((field) => field.toLowerCase() === name.toLowerCase()) ?? false

const isSecretVariable = (job: Job, name: string): boolean => job.secret_variables?.includes(name) ?? false

/** Whether a text, before its placeholders are filled in, takes a secret variable. */
export const takesSecret = (job: Job, text: string): boolean =>
  placeholdersIn(text).some((name) => isSecretName(name) || isSecretVariable(job, name))

/** Whether a header, by its name as sent, uses a secret variable. Checked on the template, as for bodies. */
export const sendsSecretHeader = (job: Job, name: string): boolean =>
  job.call.headers.some(
    ({ key, value }) =>
      (takesSecret(job, value) || takesSecret(job, key)) &&
      substitute(key, job.variables).text.toLowerCase() === name.toLowerCase(),
  )

/** Whether the body uses a secret variable. Checked on the template, because a short value could occur by chance. */
export const sendsSecretBody = (job: Job): boolean => {
  const { body, parts = [] } = job.call
  const texts = [body ?? '', ...parts.flatMap(textsOfPart)]
  return (
    takesSecret(job, texts.join('\n')) || parts.some(({ name, value }) => value != null && isSecretField(job, name))
  )
}
