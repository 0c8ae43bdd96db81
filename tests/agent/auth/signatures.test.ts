import { generateKeyPairSync, verify } from 'node:crypto'
import { compactVerify, flattenedVerify } from 'jose'
import { expect, test } from 'vitest'
import { applyAuth } from '../../../src/agent/runner/auth/apply-auth.ts'
import { applyAws } from '../../../src/agent/runner/auth/aws.ts'
import { applySignature } from '../../../src/agent/runner/auth/jws.ts'
import { applyOAuth1, baseString, signatureOf } from '../../../src/agent/runner/auth/oauth1.ts'
import { headerValue, type Job, type Request } from '../../../src/agent/runner/request.ts'

const request = (method: string, url: string, more: Partial<Request> = {}): Request => ({
  method,
  url: new URL(url),
  headers: [],
  body: null,
  detour: null,
  ...more,
})
const pairs = (text: string) =>
  text.split(' ').map((each) => {
    const [key = '', value = ''] = each.split('=')
    return { key, value }
  })

const oauth = {
  type: 'oauth1',
  consumer_key: 'dpf43f3p2l4k3l03',
  consumer_secret: 'kd94hf93k423kf44',
  private_key: null,
  token: 'nnch734d00sl2jdk',
  token_secret: 'pfkkdhi9sl3r4s00',
  method: 'HMAC-SHA1',
  transport: 'header',
  realm: null,
} as const

test('the base string of OAuth 1 is that of RFC 5849, section 3.4.1.1', () => {
  const form = request('POST', 'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b', {
    headers: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    body: Buffer.from('c2&a3=2+q'),
  })
  const signed = pairs(
    'oauth_consumer_key=9djdj82h48djs9d2 oauth_token=kkk9d7dh3k39sjv7 oauth_signature_method=HMAC-SHA1 oauth_timestamp=137131201 oauth_nonce=7d8f3e4a',
  )
  expect(baseString(form, signed)).toBe(
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  )
})

test('the signature of OAuth 1 is that of RFC 5849, section 1.2', () => {
  const photo = request('GET', 'http://photos.example.net/photos?file=vacation.jpg&size=original')
  const signed = pairs(
    'oauth_consumer_key=dpf43f3p2l4k3l03 oauth_token=nnch734d00sl2jdk oauth_signature_method=HMAC-SHA1 oauth_timestamp=137131202 oauth_nonce=chapoH',
  )
  expect(signatureOf(oauth, baseString(photo, signed))).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=')
})

test('OAuth 1 signs by RSA, and sends its parameters in the query', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const made = applyOAuth1(
    request('GET', 'https://api.example.com/a'),
    { ...oauth, method: 'RSA-SHA1', private_key: pem, transport: 'query' },
    { nowMs: 137_131_202_000, random: () => 0.5 },
  )
  const sent = [...made.url.searchParams].map(([key, value]) => ({ key, value }))
  const own = sent.filter(({ key }) => key !== 'oauth_signature')
  const signature = made.url.searchParams.get('oauth_signature') ?? ''
  const base = baseString(request('GET', 'https://api.example.com/a'), own)
  expect(verify('sha1', Buffer.from(base), publicKey, Buffer.from(signature, 'base64'))).toBe(true)
})

const aws = {
  type: 'aws',
  access_key: 'AKIDEXAMPLE',
  secret_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  session_token: null,
  region: 'us-east-1',
  service: 'service',
} as const
const at = { nowMs: Date.UTC(2015, 7, 30, 12, 36, 0), random: () => 0 }

test.each([
  ['get-vanilla', 'GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['post-vanilla', 'POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'get-vanilla-query-order-key-case',
    'GET',
    '/?Param2=value2&Param1=value1',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
])('the AWS signature of the published vector %s', (_, method, path, signature) => {
  const made = applyAws(request(method, `https://example.amazonaws.com${path}`), aws, at)
  expect(headerValue(made.headers, 'authorization')).toContain(`Signature=${signature}`)
  expect(headerValue(made.headers, 'host')).toBeNull()
})

test('the AWS signature of the published vector get-header-key-duplicate has headers of one name as one, and so they are sent', () => {
  const headers = ['value2', 'value2', 'value1'].map((value, at) => ({
    key: at === 1 ? 'my-header1' : 'My-Header1',
    value,
  }))
  const made = applyAws(request('GET', 'https://example.amazonaws.com/', { headers }), aws, at)
  expect(headerValue(made.headers, 'authorization')).toContain(
    'SignedHeaders=host;my-header1;x-amz-date, Signature=c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
  )
  expect(made.headers.filter(({ key }) => /^my-header1$/i.test(key))).toEqual([
    { key: 'My-Header1', value: 'value2,value2,value1' },
  ])
})

test('temporary AWS credentials carry their session token', () => {
  const made = applyAws(request('GET', 'https://example.amazonaws.com/'), { ...aws, session_token: 'session' }, at)
  expect(headerValue(made.headers, 'x-amz-security-token')).toBe('session')
})

test.each([true, false])('the signature of a body verifies, detached: %s', async (detached) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const body = Buffer.from('{"amount":1}')
  const signature = { alg: 'ES256', key, key_id: 'k1', header: 'x-jws-signature', detached }
  const made = await applySignature(request('POST', 'https://api.example.com/', { body }), signature)
  const [head = '', payload = '', signed = ''] = (headerValue(made.headers, 'x-jws-signature') ?? '').split('.')
  expect(payload === '').toBe(detached)
  const verified = detached
    ? await flattenedVerify({ protected: head, payload: body.toString('base64url'), signature: signed }, publicKey)
    : await compactVerify([head, payload, signed].join('.'), publicKey)
  expect(Buffer.from(verified.payload).toString()).toBe(body.toString())
  expect(verified.protectedHeader).toMatchObject({ alg: 'ES256', kid: 'k1' })
})

const jobWith = (auth: Job['auth'], secret_origins: string[]) =>
  ({ auth, secret_origins, variables: { USER_NAME: 'ada' } }) as unknown as Job

test('credentials are sent to allowed origins alone, by the URL and by the Host header', async () => {
  const job = jobWith({ type: 'basic', username: 'ada', password: 'secret' }, ['https://api.example.com'])
  const apply = async (made: Request) => {
    const done = await applyAuth(made, job, at)
    return 'sentence' in done ? done.sentence : headerValue(done.headers, 'authorization')
  }
  expect(await apply(request('GET', 'https://api.example.com/a'))).toBe('Basic YWRhOnNlY3JldA==')
  expect(await apply(request('GET', 'https://evil.example.com/a'))).toBeNull()
  expect(await apply(request('GET', 'http://api.example.com/a'))).toBeNull()
  const rerouted = { headers: [{ key: 'Host', value: 'evil.example.com' }] }
  expect(await apply(request('GET', 'https://api.example.com/a', rerouted))).toBeNull()
})

test('templates are filled in from the token first, then from the variables of the call', async () => {
  const auth = {
    type: 'manual',
    headers: [{ key: 'Authorization', value: 'Key %%KEY%% {{ USER_NAME }}' }],
    parameters: [{ key: 'key', value: '__KEY__' }],
    values: { KEY: 'a b' },
  } as const
  const made = await applyAuth(
    request('GET', 'https://api.example.com/?a=1', { headers: [{ key: 'authorization', value: 'other' }] }),
    jobWith({ ...auth, headers: [...auth.headers], parameters: [...auth.parameters] }, ['https://api.example.com']),
    at,
  )
  if ('sentence' in made) throw new Error(made.sentence)
  expect(made.headers).toEqual([{ key: 'Authorization', value: 'Key a b ada' }])
  expect(made.url.search).toBe('?a=1&key=a%20b')
})

test('an auth setting sends all of its headers of one name', async () => {
  const headers = ['read', 'write'].map((value) => ({ key: 'X-Role', value }))
  const auth = { type: 'manual', headers, parameters: [], values: {} } as const
  const own = [
    { key: 'x-role', value: 'none' },
    { key: 'Accept', value: 'a/b' },
  ]
  const made = await applyAuth(
    request('GET', 'https://api.example.com/', { headers: own }),
    jobWith({ ...auth, parameters: [] }, ['https://api.example.com']),
    at,
  )
  expect('sentence' in made ? made.sentence : made.headers).toEqual([{ key: 'Accept', value: 'a/b' }, ...headers])
})

test('a value that would begin another header is refused, and not quoted', async () => {
  const job = jobWith({ type: 'bearer', token: 'a\r\nX-Evil: 1', scheme: 'Bearer', parameter: null, signature: null }, [
    'https://api.example.com',
  ])
  const made = await applyAuth(request('GET', 'https://api.example.com/'), job, at)
  expect(made).toMatchObject({ type: 'api_setup', sentence: expect.not.stringContaining('Evil') })
})
