import type { authSettings as authSettingResource } from '../../../contract/auth/auth-settings.ts'
import type { Row } from '../../../contract/core/resource.ts'
import { callOrigins, keyOrigins, providerOrigins } from '../../../domain/auth/auth-origins.ts'
import { authSettingProblems, wholeSettingProblems } from '../../../domain/auth/auth-rules.ts'
import { AUTH_TYPES, type AuthSettingDraft } from '../../../domain/auth/auth-types.ts'
import { hasOwnCallback, sharedCallbackProblems } from '../../../domain/auth/callback-path.ts'
import { isCredentialPair } from '../../../domain/auth/credential-pairs.ts'
import { mintingProblem } from '../../../domain/auth/minting.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { asOrigin } from '../../../domain/secrets/secret-origins.ts'
import { certificateFacts, certificateProblems } from '../../auth/client-certificate.ts'
import { keyFault } from '../../auth/signing-key.ts'
import type { ChangeOf } from '../../http/crud.ts'
import type { AuthSettingDoc } from '../../store/auth/auth-settings.ts'
import type { ProjectCertificate } from '../../store/certificates/certificates.ts'
import type { Stored } from '../../store/core/objects.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'
import { isMask, maskBound, openBound, sealBound } from '../../store/secrets/bound-secret.ts'
import { maskPairs, type Pair, sealPairs } from '../../store/secrets/secret-pairs.ts'

export type AuthSettingChange = ChangeOf<typeof authSettingResource>
type AuthSettingRow = Row<typeof authSettingResource>
type Changed<Part> = { part: Part; problems: Problem[] }

const PAIRS = ['headers', 'parameters', 'custom_variables', 'token_params'] as const

const pairsOf = (given: readonly Pair[] | Readonly<Record<string, string>>): readonly Pair[] =>
  'length' in given && Array.isArray(given)
    ? given
    : Object.entries(given).map(([key, value]): Pair => ({ key, value }))

/** Parts whose values are credentials, whatever their names. */
const CREDENTIALS: ReadonlySet<string> = new Set(['headers', 'parameters'])

const mapOf = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value]))

/** Settings without those that can be secret, and with normalized origins. */
const plainOf = (before: AuthSettingDoc, change: AuthSettingChange, domain: string | null) => {
  const { headers: _, parameters: __, custom_variables: ___, token_params: ____, ...given } = change.settings ?? {}
  const listed = given.allowed_origins?.map((text) => asOrigin(text) ?? text.trim()) ?? before.settings.allowed_origins
  const own_callback = given.own_callback ?? hasOwnCallback(before.settings)
  const settings = { ...before.settings, ...given, own_callback }
  return { ...settings, allowed_origins: listed.length > 0 ? [...new Set(listed)] : callOrigins(settings, domain) }
}

type Bounds = { readonly sealing: SecretCipher; readonly before: AuthSettingDoc; readonly after: AuthSettingDoc }

const changedPairs = (
  change: AuthSettingChange,
  { sealing, before, after }: Bounds,
): Changed<AuthSettingDoc['pairs']> => {
  const problems: Problem[] = []
  const stored = (name: (typeof PAIRS)[number]) => {
    const origins = (doc: AuthSettingDoc) =>
      name === 'token_params' ? providerOrigins(doc.settings) : callOrigins(doc.settings, doc.meta.domain)
    const given = change.settings?.[name]
    const sealed = sealPairs(given ? pairsOf(given) : maskPairs(before.pairs[name]), before.pairs[name], {
      sealing,
      field: `settings.${name}`,
      bound: origins(before),
      wanted: origins(after),
      ...(CREDENTIALS.has(name) && { isSecret: isCredentialPair }),
    })
    for (const each of sealed.problems) problems.push(each)
    return sealed.stored
  }
  const part = {
    headers: stored('headers'),
    parameters: stored('parameters'),
    custom_variables: stored('custom_variables'),
    token_params: stored('token_params'),
  }
  return { part, problems }
}

const changedKeys = (
  change: AuthSettingChange,
  { sealing, before, after }: Bounds,
): Changed<AuthSettingDoc['keys']> => {
  const { client_id, client_secret, private_key } = change.keys ?? {}
  const wanted = keyOrigins(after.settings, after.meta.domain)
  const bound = (field: string, name: string) => ({ sealing, field, name, wanted })
  const secret = sealBound(client_secret, before.keys.client_secret, bound('keys.client_secret', 'The client secret'))
  const key = sealBound(private_key, before.keys.private_key, bound('keys.private_key', 'The private key'))
  const keeps = (value: string | null | undefined, known: unknown) =>
    known !== null && (value === undefined || (value !== null && isMask(value)))
  const minting = [
    keeps(client_secret, before.keys.client_secret) &&
      mintingProblem('keys.client_secret', 'the client secret', before, after),
    keeps(private_key, before.keys.private_key) && mintingProblem('keys.private_key', 'the private key', before, after),
  ].filter((each) => each !== null && each !== false)
  const id = client_id === undefined ? before.keys.client_id : client_id?.trim() || null
  return {
    part: { client_id: id, client_secret: secret.secret, private_key: key.secret },
    problems: [...secret.problems, ...key.problems, ...minting],
  }
}

const changedCertificate = (
  change: AuthSettingChange,
  { sealing, before, after }: Bounds,
): Changed<AuthSettingDoc['certificate']> => {
  const given = change.client_certificate
  const known = before.certificate
  if (given === null) return { part: null, problems: [] }
  const cert = given?.cert === undefined ? (known?.cert ?? null) : given.cert?.trim() || null
  if (cert === null) return { part: null, problems: [] }
  const { settings, meta } = after
  const wanted = [...new Set([...callOrigins(settings, meta.domain), ...providerOrigins(settings)])]
  const bound = (field: string, name: string) => ({ sealing, field, name, wanted })
  const key = sealBound(given?.key, known?.key ?? null, bound('client_certificate.key', 'The key of the certificate'))
  const passphrase = sealBound(
    given?.passphrase,
    known?.passphrase ?? null,
    bound('client_certificate.passphrase', 'The passphrase'),
  )
  const problems = [...key.problems, ...passphrase.problems]
  if (problems.length > 0) return { part: known, problems }
  if (!key.secret)
    return { part: known, problems: [problem('client_certificate.key', 'required', 'must be the private key as PEM.')] }
  const open = {
    cert,
    key: openBound(key.secret, sealing) ?? '',
    passphrase: openBound(passphrase.secret, sealing),
  }
  return {
    part: { cert, key: key.secret, passphrase: passphrase.secret },
    problems: given ? certificateProblems(open) : [],
  }
}

/** The algorithm that a setting's private key signs with; null if it has no use for one. */
const algOf = ({
  auth_type: type,
  signature_method: method,
  signing_alg,
  client_auth,
}: AuthSettingDraft['settings']) => {
  if (type === 'OAUTH1') return method === 'RSA-SHA1' ? 'RS256' : null
  if (type === 'OAUTH2' && client_auth !== 'private_key_jwt') return null
  return AUTH_TYPES[type].fields.some(({ name }) => name === 'private_key') ? (signing_alg ?? 'RS256') : null
}

const keyProblems = (change: AuthSettingChange, settings: AuthSettingDoc['settings']): Problem[] => {
  const given = change.keys?.private_key
  const alg = algOf(settings)
  const fault = given && alg && !isMask(given) ? keyFault(given, alg) : null
  return fault ? [problem('keys.private_key', 'invalid', fault)] : []
}

/** Field errors of the certificates of a setting: one at most, and one where the client proves itself with it. */
const identityProblems = ({ settings, certificate, certificate_id: id }: AuthSettingDoc): Problem[] => {
  if (certificate && id)
    return [problem('certificate_id', 'forbidden', 'must be empty: the auth setting has a certificate of its own.')]
  const isNeeded = settings.client_auth === 'mtls' && AUTH_TYPES[settings.auth_type].fields.some(isClientAuth)
  return isNeeded && !certificate && !id
    ? [problem('client_certificate.cert', 'required', 'must be set: the client authenticates itself by mutual TLS.')]
    : []
}

const isClientAuth = ({ name }: { name: string }): boolean => name === 'client_auth'

/** Lays a change over a setting: encrypts secrets, binds them to their origins, and checks the whole. */
export const changedSetting = (
  before: AuthSettingDoc,
  change: AuthSettingChange,
  sealing: SecretCipher,
): { doc: AuthSettingDoc; problems: Problem[] } => {
  const { name: _, domain, ...meta } = change.meta ?? {}
  const host = domain === undefined ? before.meta.domain : domain?.trim().toLowerCase() || null
  const plain = {
    ...before,
    meta: { ...before.meta, ...meta, domain: host },
    settings: plainOf(before, change, host),
  }
  const bounds = { sealing, before, after: plain }
  const pairs = changedPairs(change, bounds)
  const keys = changedKeys(change, bounds)
  const certificate = changedCertificate(change, bounds)
  const doc = {
    ...plain,
    pairs: pairs.part,
    keys: keys.part,
    certificate: certificate.part,
    certificate_id:
      change.certificate_id === undefined ? (before.certificate_id ?? null) : change.certificate_id || null,
  }
  const whole = { settings: shownSettings(doc), keys: shownKeys(doc) }
  const ruled = [
    ...authSettingProblems(change),
    ...keyProblems(change, doc.settings),
    ...sharedCallbackProblems(before.settings, doc.settings),
  ]
  // A secret that is asked for again is there: only its place is in question.
  const found = [...ruled, ...pairs.problems, ...keys.problems, ...certificate.problems, ...identityProblems(doc)]
  return { doc, problems: [...found, ...wholeSettingProblems(whole, doc.settings.allowed_origins)] }
}

const shownSettings = ({ settings, pairs }: AuthSettingDoc) => ({
  ...settings,
  own_callback: hasOwnCallback(settings),
  headers: maskPairs(pairs.headers),
  parameters: maskPairs(pairs.parameters),
  custom_variables: mapOf(maskPairs(pairs.custom_variables)),
  token_params: mapOf(maskPairs(pairs.token_params)),
})

const shownKeys = ({ keys }: AuthSettingDoc) => ({
  client_id: keys.client_id,
  client_secret: maskBound(keys.client_secret),
  private_key: maskBound(keys.private_key),
  has_value: keys.client_secret !== null || keys.private_key !== null,
})

const shownCertificate = ({ certificate }: AuthSettingDoc): AuthSettingRow['client_certificate'] => {
  const facts = certificate && certificateFacts(certificate.cert)
  return (
    certificate && {
      cert: certificate.cert,
      key: maskBound(certificate.key),
      passphrase: maskBound(certificate.passphrase),
      subject: facts?.subject ?? '',
      issuer: facts?.issuer ?? '',
      expires: formatTime(facts?.expires ?? 0),
    }
  )
}

/** A certificate of the organization as it is shown to those who can choose it. */
export const organizationCertificateRow = ({ id, name, doc, not_after }: ProjectCertificate) => ({
  id,
  name,
  subject: doc.subject,
  issuer: doc.issuer,
  expires: formatTime(not_after),
  origins: [...doc.origins],
})

/** A setting as it is answered. */
export const authSettingRow = (
  { id, name, owner, doc, created, last_update }: Stored<AuthSettingDoc>,
  projectId: string,
  figures: { tokens: number; usedBy: number } | undefined,
  certificate: ProjectCertificate | undefined,
): AuthSettingRow => ({
  id,
  meta: {
    name,
    ...doc.meta,
    owner,
    project_id: projectId,
    created: formatTime(created),
    last_update: formatTime(last_update),
  },
  settings: shownSettings(doc),
  keys: shownKeys(doc),
  client_certificate: shownCertificate(doc),
  certificate_id: doc.certificate_id ?? null,
  organization_certificate: certificate ? organizationCertificateRow(certificate) : null,
  tokens: figures?.tokens ?? 0,
  used_by: figures?.usedBy ?? 0,
})
