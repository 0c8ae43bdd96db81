import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSecretName, MASK, maskText } from '../../../src/domain/secrets/masking.ts'

const secret = fc.oneof(
  fc.string({ minLength: 4, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 4, maxLength: 20 }),
  fc.stringMatching(/^[ -~]{4,30}$/),
)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const well = (text: string) => !/\p{Surrogate}/u.test(text)

describe('Secrets are masked', () => {
  test.each<[string, (secret: string) => string]>([
    ['as they are', (text) => text],
    ['in a query string', (text) => encodeURIComponent(text)],
    [
      'in a query string, with lower-case escapes',
      (text) => encodeURIComponent(text).replace(/%../g, (e) => e.toLowerCase()),
    ],
    ['in a form', (text) => new URLSearchParams({ k: text }).toString().slice(2)],
    ['in an address', (text) => encodeURI(text)],
    ['in JSON', (text) => JSON.stringify(text).slice(1, -1)],
    ['in base64', base64],
    ['in base64url', (text) => Buffer.from(text).toString('base64url')],
    ['as the password of a Basic credential', (text) => base64(`user:${text}`)],
    ['as the user of a Basic credential', (text) => base64(`${text}:x`)],
    ['one byte into base64', (text) => base64(`a${text}bc`)],
  ])('%s', (_, encode) => {
    fc.assert(
      fc.property(secret.filter(well), (value) => {
        const written = encode(value)
        const masked = maskText(`>${written}<`, [value])
        return masked.includes(MASK) && !masked.includes(written)
      }),
      { numRuns: 300 },
    )
  })

  test('no part of a secret remains within a longer one or of two overlapping ones', () => {
    expect(maskText('hunter2-hunter2-long', ['hunter2', 'hunter2-long'])).toBe(`${MASK}-${MASK}`)
    expect(maskText('abcdefgh', ['abcdef', 'cdefgh'])).toBe(MASK)
  })

  test('empty secrets and those under 4 characters are ignored', () => {
    expect(maskText('a 123 b', ['', 'a', '123'])).toBe('a 123 b')
  })

  test('a text without secrets stays unchanged', () => {
    fc.assert(fc.property(fc.string(), (text) => maskText(text, []) === text))
    fc.assert(fc.property(fc.stringMatching(/^[a-z ]*$/), (text) => maskText(text, ['S3CR3T-VALUE!']) === text))
  })

  test('text around a base64 credential stays', () => {
    expect(maskText(`{"authorization":"Basic ${base64('u:s3cret')}","x":1}`, ['s3cret'])).toBe(
      `{"authorization":"Basic ${MASK}","x":1}`,
    )
    expect(maskText(`a=1&token=${base64('s3cret')}&b=2`, ['s3cret'])).toBe(`a=1&token=${MASK}&b=2`)
  })
})

describe('Names of secrets', () => {
  test.each([
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'Set-Cookie',
    'X-Api-Key',
    'api_key',
    'apikey',
    'APIKEY',
    'x-auth-token',
    'access_token',
    'accessToken',
    'id_token',
    'client_secret',
    'clientSecret',
    'Password',
    'user.password',
    'passwd',
    'PASSPHRASE',
    'aws_secret_access_key',
    'credential',
    'X-Amz-Credential',
    'private-key',
    'PRIVATE_KEY',
    'signature',
    'X-Hub-Signature-256',
    'X-CSRF-Token',
    'session_id',
    'Ocp-Apim-Subscription-Key',
    'tokens',
    'sig',
    'pwd',
    'jwt',
    'token',
    'tokenizer_token',
    'X-Vault',
    'X-Vault-Token',
    'X-Access',
    'X-Session',
    'X-Session-Key',
    'X-JWT',
    'X-JWT-Assertion',
    'DSN',
    'SENTRY_DSN',
    'X-Goog-Iam-Authority-Selector',
    'X-Goog-IAM-Authorization-Token',
    'X-Amz-Security-Token',
    'X-Csrf',
    'XSRF-TOKEN',
    'PHPSESSID',
    'JSESSIONID',
    'connect.sid',
    'ConnectionString',
    'AZURE_STORAGE_CONNECTION_STRING',
    'DATABASE_URL',
    'client_assertion',
    'SAMLResponse',
    'refresh_token',
    'code_verifier',
    'consumer-key',
    'signing_key',
    'passcode',
    'bearer',
  ])('%s is a secret name', (name) => expect(isSecretName(name)).toBe(true))

  test.each([
    'Content-Type',
    'content-length',
    'Content-Encoding',
    'tokenize',
    'tokenizer',
    'max_tokens',
    'total_tokens',
    'token_type',
    'token-count',
    'author',
    'authority',
    ':authority',
    'secretary',
    'idempotency-key',
    'public_key',
    'primary-key',
    'access_key_id',
    'cookie-consent',
    'passwordless',
    'password_policy',
    'Accept',
    'X-Request-Id',
    'signal',
    'assignee',
    'signature_algorithm',
    'keyword',
    'spinner',
    'X-Access-Level',
    'X-Vault-Namespace',
    'access',
    'session',
    'session_length',
    'refresh',
    'client_assertion_type',
    'jwt_issuer',
    'signing_key_id',
    'storage_key_name',
    'csrf_protection',
    'compass',
    'bypass',
    'sid',
    'key',
    'url',
    'connection',
    'Digest',
    'dsn_name',
    'design',
    '',
  ])('%s is not a secret name', (name) => expect(isSecretName(name)).toBe(false))

  test('case, hyphens and underscores make no difference', () => {
    const written = fc.array(
      fc.constantFrom('api', 'key', 'token', 'max', 'tokens', 'client', 'id', 'secret', 'type'),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(written, (parts) => {
        const forms = [parts.join('-'), parts.join('_'), parts.join(''), parts.join('-').toUpperCase(), parts.join('.')]
        return new Set(forms.map(isSecretName)).size === 1
      }),
    )
  })
})
