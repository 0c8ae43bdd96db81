import { isSearchedCredential } from '../../domain/auth/credential-pairs.ts'
import { isRenewable } from '../../domain/auth/renewable.ts'
import { plainIn } from '../../domain/core/placeholders.ts'
import type { TokenDoc } from '../store/auth/tokens.ts'
import type { UsedAuth } from '../store/auth/used-auth.ts'
import { openCertificate, type ProjectCertificate } from '../store/certificates/certificates.ts'
import { isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'
import type { BoundSecret } from '../store/secrets/bound-secret.ts'
import { type Opened, openPairs, type StoredPair, secretParts } from '../store/secrets/secret-pairs.ts'
import type { Held, Job } from './ingredients.ts'

/** A secret variable, and the origins that it may be sent to. */
export type SecretVariable = { readonly name: string; readonly value: string; readonly origins: readonly string[] }

type Setting = Extract<UsedAuth, { kind: 'auth-setting' }>
type UsedToken = Extract<UsedAuth, { kind: 'token' }>
type Auth = NonNullable<Job['auth']>

/** Credentials that the agent adds to a call, and the origins that it may go to. */
export type OpenCredentials = {
  readonly held: readonly Held[]
  readonly secrets: readonly string[]
  readonly fields: Pick<Partial<Job>, 'auth' | 'client_certificate'>
}

type Opening = {
  readonly setting: Setting
  readonly token: UsedToken | undefined
  /** The organization's certificate that the setting names. */
  readonly certificate: ProjectCertificate | undefined
  /** Variables of the setting and its token, by name, and those of them that are secret. */
  readonly values: Readonly<Record<string, string>>
  readonly secretVariables: readonly SecretVariable[]
  readonly sealing: SecretCipher
  /** The allowed origins among those that a secret was entered for. */
  readonly within: (origins: readonly string[]) => string[]
}

const methods = ['HMAC-SHA1', 'HMAC-SHA256', 'RSA-SHA1', 'PLAINTEXT'] as const

/** Opens the credentials of a setting and its token for a call. A type that lacks its token adds nothing. */
export const credentialsOf = (opening: Opening): OpenCredentials => {
  const { setting, token, within } = opening
  const auth = authOf(opening)
  const certificate = certificateOf(opening)
  const name = token ? `The token “${token.name}”` : `The auth setting “${setting.name}”`
  return {
    held: [
      ...(auth ? [{ name, origins: within(auth.origins) }] : []),
      ...(certificate ? [{ name: certificate.name, origins: within(certificate.origins) }] : []),
    ],
    secrets: [...(auth?.secrets ?? []), ...(certificate ? [certificate.opened.key] : [])],
    fields: { ...(auth && { auth: auth.auth }), ...(certificate && { client_certificate: certificate.opened }) },
  }
}

/** The client certificate of a setting: the organization's that it names, or its own. */
const certificateOf = ({ setting, certificate, sealing }: Opening) => {
  if (certificate) {
    const { origins, ...opened } = openCertificate(certificate.doc, sealing)
    return { name: `The certificate “${certificate.name}”`, origins, opened }
  }
  const own = setting.doc.certificate
  return (
    own && {
      name: `The client certificate of “${setting.name}”`,
      origins: own.key.origins,
      opened: {
        cert: own.cert,
        key: sealing.open(own.key),
        ...(own.passphrase && { passphrase: sealing.open(own.passphrase) }),
      },
    }
  )
}

type Found = { readonly auth: Auth; readonly origins: readonly string[]; readonly secrets: readonly string[] }

/** Origins that all of these secrets were entered for. */
const common = (secrets: readonly (BoundSecret | null | undefined)[]): readonly string[] => {
  const [first, ...others] = secrets.flatMap((secret) => (secret ? [secret.origins] : []))
  return (first ?? []).filter((origin) => others.every((each) => each.includes(origin)))
}

const authOf = (opening: Opening): Found | null => {
  const { setting } = opening
  const type = setting.doc.settings.auth_type
  if (type === 'MANUAL') return manual(opening)
  if (type === 'OAUTH1') return oauth1(opening)
  if (!opening.token) return null
  if (type === 'BASIC') return basic(opening.token.doc, opening.sealing)
  if (type === 'AMAZON') return amazon(opening, opening.token.doc)
  return type === 'NONE' ? null : bearer(opening, opening.token)
}

const basic = ({ secrets, texts }: TokenDoc, sealing: SecretCipher): Found | null => {
  if (!secrets.password) return null
  const username = texts.username ?? ''
  const password = sealing.open(secrets.password)
  const encoded = Buffer.from(`${username}:${password}`).toString('base64')
  return {
    auth: { type: 'basic', username, password },
    origins: secrets.password.origins,
    secrets: [password, encoded],
  }
}

/** The secrets among pairs that are searched for in all texts of a result. */
const searched = (stored: readonly StoredPair[], { pairs }: Opened): string[] =>
  pairs.flatMap((pair, index) => {
    const { value, secret } = stored[index] ?? {}
    return isSealed(value) && (secret || isSearchedCredential(pair)) ? secretParts(pair.value) : []
  })

/** Templates get the variables that they name, and no others: each secret one narrows the origins to its own. */
const manual = ({ setting, values, secretVariables, sealing }: Opening): Found => {
  const { pairs, settings } = setting.doc
  const headers = openPairs(pairs.headers, sealing)
  const parameters = openPairs(pairs.parameters, sealing)
  const texts = [...headers.pairs, ...parameters.pairs].flatMap(({ key, value }) => [key, value])
  const named = plainIn(texts.join('\n')).filter((name) => Object.hasOwn(values, name))
  const held = [
    ...[...headers.held, ...parameters.held].map(({ origins = [] }) => origins),
    ...secretVariables.filter(({ name }) => named.includes(name)).map(({ origins }) => origins),
  ]
  return {
    auth: {
      type: 'manual',
      headers: headers.pairs,
      parameters: parameters.pairs,
      values: Object.fromEntries(named.map((name) => [name, values[name] ?? ''])),
    },
    origins: settings.allowed_origins.filter((origin) => held.every((each) => each.includes(origin))),
    secrets: [...searched(pairs.headers, headers), ...searched(pairs.parameters, parameters)],
  }
}

const bearer = ({ setting, sealing }: Opening, { id, doc }: UsedToken): Found | null => {
  const { secrets, issued } = doc
  const { settings, keys } = setting.doc
  if (!secrets.access_token) return null
  const token = sealing.open(secrets.access_token)
  const signs = settings.auth_type === 'OAUTH2_JWS' && keys.private_key !== null
  const key = signs && keys.private_key ? sealing.open(keys.private_key) : null
  return {
    auth: {
      type: 'bearer',
      token,
      scheme: settings.token_prefix || 'Bearer',
      parameter: settings.token_placement === 'query' ? settings.token_parameter || 'access_token' : null,
      ...(isRenewable(doc) && { renewal: { token_id: id, issued } }),
      signature:
        key === null
          ? null
          : {
              alg: settings.signing_alg ?? 'RS256',
              key,
              key_id: settings.signing_key_id || null,
              header: settings.signature_header || 'x-jws-signature',
              detached: settings.detached ?? true,
            },
    },
    origins: common([secrets.access_token, signs ? keys.private_key : null]),
    secrets: key === null ? [token] : [token, key],
  }
}

const oauth1 = ({ setting, token, sealing }: Opening): Found => {
  const { settings, keys } = setting.doc
  const { access_token: access, token_secret: secret } = token?.doc.secrets ?? {}
  const open = (value: BoundSecret | null | undefined) => (value ? sealing.open(value) : null)
  const privateKey = settings.signature_method === 'RSA-SHA1' ? open(keys.private_key) : null
  const found = {
    consumer_secret: open(keys.client_secret) ?? '',
    token: open(access),
    token_secret: open(secret) ?? '',
    private_key: privateKey,
  }
  return {
    auth: {
      type: 'oauth1',
      consumer_key: keys.client_id ?? '',
      method: methods.find((method) => method === settings.signature_method) ?? 'HMAC-SHA1',
      transport: settings.transport === 'query' ? 'query' : 'header',
      realm: settings.realm || null,
      ...found,
    },
    origins: common([keys.client_secret, access, secret, privateKey === null ? null : keys.private_key]),
    secrets: Object.values(found).flatMap((value) => value || []),
  }
}

const amazon = ({ setting, sealing }: Opening, { secrets, texts }: TokenDoc): Found | null => {
  if (!secrets.secret_key) return null
  const { region, service } = setting.doc.settings
  const secretKey = sealing.open(secrets.secret_key)
  const session = secrets.session_token ? sealing.open(secrets.session_token) : null
  return {
    auth: {
      type: 'aws',
      access_key: texts.access_key ?? '',
      secret_key: secretKey,
      session_token: session,
      region: region ?? '',
      service: service ?? '',
    },
    origins: common([secrets.secret_key, secrets.session_token]),
    secrets: session === null ? [secretKey] : [secretKey, session],
  }
}
