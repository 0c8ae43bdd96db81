import { isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'

/** The variables of one run, and the names of those that its caller marked as secret. */
export type RunContext = { readonly values: Readonly<Record<string, string>>; readonly secret: readonly string[] }

const NOTHING: RunContext = { values: {}, secret: [] }

/** The variables as a job's row keeps them: sealed, all of them, since their names tell little. Null where there are none. */
export const sealContext = (context: RunContext, sealing: SecretCipher): string | null =>
  Object.keys(context.values).length === 0 ? null : JSON.stringify(sealing.seal(JSON.stringify(context)))

/** The variables in a job's row. Rows that were queued by a server of before 0.4 hold them in clear. */
export const openContext = (stored: Readonly<Record<string, unknown>> | null, sealing: SecretCipher): RunContext => {
  if (stored === null) return NOTHING
  if (!isSealed(stored)) return { values: textsOf(stored), secret: [] }
  const { values, secret }: RunContext = JSON.parse(sealing.open(stored))
  return { values, secret }
}

const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
