import { detourOf } from '../../domain/core/detour.ts'
import { placeholdersIn, substitute } from '../../domain/core/placeholders.ts'
import { textsOfPart } from '../../domain/monitors/body-rules.ts'
import { textsOfSetup } from '../../domain/monitors/browser-texts.ts'
import { misdirectionSentence, secretOrigins, unlistedOrigin } from '../../domain/secrets/secret-origins.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { type OpenedParts, openParts } from '../store/monitors/body-parts.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import { type Opened, openPairs } from '../store/secrets/secret-pairs.ts'
import type { Held, Job } from './ingredients.ts'

/** A monitor's own secrets in clear, and where they may be sent. */
export type SecretAim = {
  readonly opened: {
    readonly parameters: Opened
    readonly headers: Opened
    readonly variables: Opened
    readonly parts: OpenedParts
  }
  /** The secrets that a run sends, or compares with. */
  readonly held: readonly Held[]
  /** The origins of the monitor's request, which all of them may be sent to if there are none. */
  readonly own: readonly string[]
  /** Names of the variables that the monitor uses. */
  readonly reads: ReadonlySet<string>
}

/** Opens the secrets of a monitor. */
export const openAim = ({ request, conditions, setup }: MonitorDoc, sealing: SecretCipher): SecretAim => {
  const parameters = openPairs(request.parameters, sealing)
  const headers = openPairs(request.headers, sealing)
  const variables = openPairs(request.variables ?? [], sealing)
  const parts = openParts(request.parts ?? [], sealing)
  const pairs = [...parameters.pairs, ...headers.pairs].flatMap(({ key, value }) => [key, value])
  const sent = [...pairs, ...parts.parts.flatMap(textsOfPart)]
  const asked = conditions.conditions.flatMap(({ property, val, val2 }) => [property, val, val2])
  const reads = new Set(
    placeholdersIn(
      [request.url, ...sent, request.body ?? '', ...(setup ? textsOfSetup(setup) : []), ...asked].join('\n'),
    ),
  )
  const own = secretOrigins(request)
  const held = [
    ...headers.held,
    ...parameters.held,
    ...parts.held,
    // In a condition too: what it answers about a response of another origin would tell the secret by guesses.
    ...variables.held.filter(({ name }) => reads.has(name)),
  ]
  return {
    opened: { parameters, headers, variables, parts },
    held: held.map(({ name, origins }) => ({
      name,
      origins: own.filter((origin) => origins?.includes(origin) ?? true),
    })),
    own,
    reads,
  }
}

/** Why a run with these variables would send the monitor's secrets where they may not go: see `misdirectionOf`. */
export const misdirectionOfRun = (
  doc: MonitorDoc,
  sealing: SecretCipher,
  given: Readonly<Record<string, string>>,
): string | null => {
  const aim = openAim(doc, sealing)
  const { pairs, held } = aim.opened.variables
  const variables = { ...Object.fromEntries(pairs.map(({ key, value }) => [key, value])), ...given }
  return misdirectionOf(doc, aimedAt(aim, []), { variables, secret_variables: held.map(({ name }) => name) })
}

/** The fields of a run that send a secret, and the origins that all of them may be sent to. */
export const aimedAt = ({ held, own }: SecretAim, further: readonly Held[]): Aim => {
  const all = [...held, ...further]
  const [first, ...others] = all.map(({ origins }) => origins)
  return {
    fields: [...new Set(all.map(({ name }) => name))],
    origins: (first ?? own).filter((origin) => others.every((origins) => origins.includes(origin))),
  }
}
type Aim = { readonly fields: string[]; readonly origins: string[] }

const parsed = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/**
 * Why a run with these variables would send the monitor's secrets where they may not go; null where it would not, or where its
 * address is none, so that nothing is sent at all.
 */
export const misdirectionOf = (
  { request }: MonitorDoc,
  { fields, origins }: Aim,
  run: Pick<Job, 'variables' | 'secret_variables'>,
): string | null => {
  if (fields.length === 0) return null
  const fill = (text: string) => substitute(text, run.variables).text
  const target = parsed(fill(request.url).trim())
  if (!target) return null
  // An encrypted value is none of a Host header, so it decides nothing here.
  const headers = request.headers.map(({ key, value }) => ({
    key: fill(key),
    value: typeof value === 'string' ? fill(value) : value,
  }))
  const origin = unlistedOrigin(target, headers, origins, detourOf(request, target))
  if (origin === null) return null
  const isHidden = placeholdersIn(request.url).some((name) => run.secret_variables?.includes(name))
  return misdirectionSentence(fields, origins, isHidden ? null : origin)
}
