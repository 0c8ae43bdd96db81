import { providerOrigins } from '../../domain/auth/auth-origins.ts'
import type { AuthSettingDoc } from '../store/auth/auth-settings.ts'
import { namedCertificates, openCertificate } from '../store/certificates/certificates.ts'
import type { Db } from '../store/core/database.ts'
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
export const openSetting = async (
  db: Db,
  projectKey: number,
  doc: AuthSettingDoc,
  sealing: SecretCipher,
): Promise<OpenSetting> => {
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
  const opened =
    settings.client_auth === 'mtls' && doc.certificate_id
      ? await organizationCertificate(db, projectKey, { id: doc.certificate_id, wanted }, sealing)
      : certificate && {
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

/** Opens the certificate of the project's organization for a provider's origins, which it must be meant for. */
const organizationCertificate = async (
  db: Db,
  projectKey: number,
  { id, wanted }: { id: string; wanted: readonly string[] },
  sealing: SecretCipher,
): Promise<ClientCertificate> => {
  const [found] = await namedCertificates(db, [projectKey], [id])
  if (!found) throw new ProviderProblem('The certificate of the auth setting was deleted: choose another.')
  const { origins, cert, key, passphrase = null } = openCertificate(found.doc, sealing)
  const elsewhere = wanted.find((origin) => !origins.includes(origin))
  if (elsewhere) throw new ProviderProblem(`The certificate “${found.name}” may not be presented to ${elsewhere}.`)
  return { cert, key, passphrase }
}
