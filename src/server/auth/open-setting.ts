import { providerOrigins } from '../../domain/auth/auth-origins.ts'
import type { AuthSettingDoc } from '../store/auth/auth-settings.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { type BoundSecret, openBound } from '../store/secrets/bound-secret.ts'
import { openPairs } from '../store/secrets/secret-pairs.ts'
import type { ClientCertificate } from './client-certificate.ts'
import { ProviderProblem } from './provider-problem.ts'

/** A setting with its secrets in clear. */
export type OpenSetting = {
  readonly settings: AuthSettingDoc['settings']
  readonly tokenParams: Readonly<Record<string, string>>
  readonly clientId: string
  readonly clientSecret: string | null
  readonly privateKey: string | null
  readonly certificate: ClientCertificate | null
  /** Values that must be masked in any text. */
  readonly secrets: readonly string[]
}

/** Decrypts a setting for a request to its provider. A secret that was not entered for the provider's origins is not sent. */
export const openSetting = (doc: AuthSettingDoc, sealing: SecretCipher): OpenSetting => {
  const { settings, keys, certificate } = doc
  const wanted = providerOrigins(settings)
  const open = (secret: BoundSecret | null, name: string): string | null => {
    const elsewhere = secret && wanted.find((origin) => !secret.origins.includes(origin))
    if (elsewhere)
      throw new ProviderProblem(`${name} was not entered for ${elsewhere}: enter it again in the auth setting.`)
    return openBound(secret, sealing)
  }
  const clientSecret = open(keys.client_secret, 'The client secret')
  const privateKey = open(keys.private_key, 'The private key')
  const opened = certificate && {
    cert: certificate.cert,
    key: open(certificate.key, 'The key of the certificate') ?? '',
    passphrase: open(certificate.passphrase, 'The passphrase'),
  }
  const params = openPairs(doc.pairs.token_params, sealing)
  return {
    settings,
    tokenParams: Object.fromEntries(params.pairs.map(({ key, value }) => [key, value])),
    clientId: keys.client_id ?? '',
    clientSecret,
    privateKey,
    certificate: opened,
    secrets: [clientSecret, privateKey, opened?.key, opened?.passphrase, ...params.secrets].filter(
      (secret) => typeof secret === 'string',
    ),
  }
}
