import { callOrigins } from '../../domain/auth/auth-origins.ts'
import { AUTH_TYPES, TOKEN_SECRETS } from '../../domain/auth/auth-types.ts'
import {
  missingAuth,
  refusedForCertificate,
  refusedForEmpty,
  refusedForMissing,
} from '../../domain/auth/missing-auth.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import type { AuthSettingDoc } from '../store/auth/auth-settings.ts'
import type { TokenDoc } from '../store/auth/tokens.ts'
import { type UsedAuth, usedAuth } from '../store/auth/used-auth.ts'
import { namedCertificates, type ProjectCertificate } from '../store/certificates/certificates.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { BoundSecret } from '../store/secrets/bound-secret.ts'
import { openPairs } from '../store/secrets/secret-pairs.ts'
import { credentialsOf, type OpenCredentials, type SecretVariable } from './credentials.ts'
import type { Held, Ingredient, IngredientSource, Order } from './ingredients.ts'

/** Opened settings with their tokens that are kept in memory. */
const KEPT = 5_000

type Named = Extract<UsedAuth, { kind: 'auth-setting' }>
type Opened = { readonly version: string; readonly ingredientOf: (reads: ReadonlySet<string>) => Ingredient }

/**
 * Authentication of runs: credentials for the agent, variables of the setting and its token, and the origins that all of them may be sent
 * to. Secrets are decrypted here, once for each version of a setting and its token.
 */
export const authIngredients = (sealing: SecretCipher): IngredientSource => {
  const known = new Map<string, Opened>()

  const opened = (
    setting: Named,
    token: Extract<UsedAuth, { kind: 'token' }> | undefined,
    certificate: ProjectCertificate | undefined,
  ): Opened => {
    const key = `${setting.key}:${token?.key ?? ''}`
    const version = `${sealing.dataKeys.epoch()}:${setting.last_update}:${token?.last_update ?? ''}:${certificate?.last_update ?? ''}`
    const before = known.get(key)
    if (before?.version === version) return before
    if (known.size >= KEPT) known.clear()
    const made = { version, ingredientOf: openAuth(setting, token, certificate, sealing) }
    known.set(key, made)
    return made
  }

  return async (db, orders) => {
    const ids = orders.flatMap(({ monitor }) => [monitor.doc.request.auth_id, monitor.doc.request.token_id])
    const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))]
    if (wanted.length === 0) return () => ({})
    const found = await usedAuth(db, wanted)
    const named = found.flatMap((each) => (each.kind === 'auth-setting' ? (each.doc.certificate_id ?? []) : []))
    const projects = [...new Set(found.map(({ project_key: project }) => project))]
    const certificates = await namedCertificates(db, projects, named)
    return ({ leased, monitor }: Order): Ingredient => {
      const { auth_id: authId, token_id: tokenId } = monitor.doc.request
      const own = found.filter(({ project_key: project }) => project === leased.project_key)
      const setting = own.find((each) => each.kind === 'auth-setting' && each.id === authId)
      const token = own.find((each) => each.kind === 'token' && each.id === tokenId && each.doc.auth_id === authId)
      const missing = missingAuth(monitor.doc.request, { setting: setting !== undefined, token: token !== undefined })
      if (missing) return refusal(refusedForMissing(missing), `The deleted ${missing}`)
      if (setting?.kind !== 'auth-setting') return {}
      const certificate = certificates.find(
        ({ id, project_key: project }) => id === setting.doc.certificate_id && project === leased.project_key,
      )
      if (setting.doc.certificate_id && !certificate)
        return refusal(refusedForCertificate(setting.name), `The deleted certificate of “${setting.name}”`)
      return opened(setting, token?.kind === 'token' ? token : undefined, certificate).ingredientOf(monitor.reads)
    }
  }
}

/** A run that is not made. That a secret may go nowhere stops agents of older versions, which do not read `refused`. */
const refusal = (refused: string, name: string): Ingredient => ({ refused, held: [{ name, origins: [] }] })

/** Variables of a token: its values by their names in capitals, and those that were entered for templates. */
const tokenVariables = (
  doc: TokenDoc,
  sealing: SecretCipher,
): { secret: SecretVariable[]; open: Record<string, string> } => ({
  secret: [
    // A refresh token is the server's alone.
    ...TOKEN_SECRETS.filter((name) => name !== 'refresh_token').flatMap((name): SecretVariable[] => {
      const value = doc.secrets[name]
      return value ? [{ name: name.toUpperCase(), value: sealing.open(value), origins: value.origins }] : []
    }),
    ...doc.variables.map(({ key, value }) => ({ name: key, value: sealing.open(value), origins: value.origins })),
  ],
  open: Object.fromEntries(Object.entries(doc.texts).map(([name, value]) => [name.toUpperCase(), value])),
})

const openAuth = (
  setting: Named,
  token: Extract<UsedAuth, { kind: 'token' }> | undefined,
  certificate: ProjectCertificate | undefined,
  sealing: SecretCipher,
): Opened['ingredientOf'] => {
  const { doc } = setting
  const allowed = callOrigins(doc.settings, doc.meta.domain)
  const within = (origins: readonly string[]): string[] => allowed.filter((origin) => origins.includes(origin))
  const ofToken = token ? tokenVariables(token.doc, sealing) : { secret: [], open: {} }
  const custom = openPairs(doc.pairs.custom_variables, sealing)
  const clientSecret = clientSecretOf(doc, sealing)
  const client: Record<string, string> = {
    CLIENT_ID: doc.keys.client_id ?? '',
    CALL_AUTH_ID: setting.id,
    CALL_TOKEN_ID: token?.id ?? '',
  }
  const secretVariables: readonly SecretVariable[] = [
    ...ofToken.secret.map((each) => ({ ...each, origins: within(each.origins) })),
    ...(clientSecret ? [clientSecret] : []),
    ...custom.held.map(({ name, origins = [] }) => ({
      name,
      value: custom.pairs.find(({ key }) => key === name)?.value ?? '',
      origins: within(origins),
    })),
  ]
  const values: Record<string, string> = {
    ...client,
    ...Object.fromEntries(secretVariables.map(({ name, value }) => [name, value])),
    ...ofToken.open,
    ...Object.fromEntries(custom.pairs.map(({ key, value }) => [key, value])),
  }
  const credentials = credentialsOf({ setting, token, certificate, values, secretVariables, sealing, within })
  if (token && !credentials.fields.auth && AUTH_TYPES[doc.settings.auth_type].needsToken) {
    const refused = refusal(refusedForEmpty(token.name), `The token “${token.name}”`)
    return () => refused
  }
  return (reads) => ingredient({ reads, values, secretVariables, credentials, token: token?.doc })
}

type Parts = {
  readonly reads: ReadonlySet<string>
  readonly values: Readonly<Record<string, string>>
  readonly secretVariables: readonly SecretVariable[]
  readonly credentials: OpenCredentials
  readonly token: TokenDoc | undefined
}

const ingredient = ({ reads, values, secretVariables, credentials, token }: Parts): Ingredient => {
  const read = secretVariables.filter(({ name }) => reads.has(name))
  const expires = token?.expires ?? null
  return {
    variables: Object.fromEntries(Object.entries(values).filter(([name]) => reads.has(name))),
    secret_variables: read.map(({ name }) => name),
    held: [...credentials.held, ...read.map(({ name, origins }): Held => ({ name, origins }))],
    // All of them are masked, whether or not the monitor reads them: a service can echo what it was sent.
    secrets: [...new Set([...secretVariables.map(({ value }) => value), ...credentials.secrets])],
    fields: {
      ...credentials.fields,
      ...(expires !== null && { do_not_call_after: formatTime(expires) }),
    },
  }
}

/** The client secret as a variable: it goes where it was entered for, which is the provider. */
const clientSecretOf = ({ keys }: AuthSettingDoc, sealing: SecretCipher): SecretVariable | null => {
  const secret: BoundSecret | null = keys.client_secret
  return secret && { name: 'CLIENT_SECRET', value: sealing.open(secret), origins: secret.origins }
}
