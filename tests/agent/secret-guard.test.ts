import { expect, test } from 'vitest'
import { MASK } from '../../src/domain/secrets/masking.ts'
import { httpServer, jobFor, run } from './world.ts'

/** A server that counts its requests. */
const counted = async () => {
  const seen: string[] = []
  const port = await httpServer((request, response) => {
    seen.push(request.url ?? '')
    response.end()
  })
  return { port, seen }
}

const guarded = (url: string, variables: Record<string, string>, origins: string[]) =>
  jobFor(url, {
    variables,
    secrets: ['s3cret-value'],
    secret_fields: ['X-Odd'],
    secret_origins: origins,
    call: { headers: [{ key: 'X-Odd', value: 's3cret-value' }] },
  })

test('a job whose variables lead to an origin not allowed for its secrets sends no request', async () => {
  const { port, seen } = await counted()
  const { report, detail } = await run(
    guarded('{{base}}/', { base: `http://127.0.0.1:${port}` }, ['https://api.example.com']),
  )
  expect(report).toMatchObject({ exception_type: 'api_setup', http_code: null })
  expect(detail.exception).toBe(
    `X-Odd may only be sent to https://api.example.com, but this run would send it to http://127.0.0.1:${port}`,
  )
  expect(detail.request.headers).toEqual([{ key: 'X-Odd', value: '••••••' }])
  expect(seen).toEqual([])
})

test('a job to an allowed origin is sent, and so is one from a server that lists no origins', async () => {
  const { port, seen } = await counted()
  const origin = `http://127.0.0.1:${port}`
  await run(guarded('{{base}}/a', { base: origin }, [origin]))
  const { secret_fields: _, secret_origins: __, ...older } = guarded(`${origin}/b`, {}, [])
  await run(older)
  expect(seen).toEqual(['/a', '/b'])
})

test('a Host header counts as part of a job’s destination', async () => {
  const { port, seen } = await counted()
  const origin = `http://127.0.0.1:${port}`
  const job = guarded(`${origin}/`, { name: 'hOsT', value: 'evil.example' }, [origin])
  const headers = [...job.call.headers, { key: '{{name}}', value: '{{value}}' }]
  const { detail } = await run({ ...job, call: { ...job.call, headers } })
  expect(detail.exception).toContain('would send it to http://evil.example')
  expect(seen).toEqual([])
})

test('a secret in a URL appears in no message, in no encoding', async () => {
  const job = guarded('http://{{key}}.example/', { key: 'S3cretValue' }, ['https://api.example.com'])
  const { detail } = await run({ ...job, secrets: ['S3cretValue'], secret_variables: ['key'] })
  expect(JSON.stringify(detail).toLowerCase()).not.toContain('s3cretvalue')
  expect(detail.exception).toContain('another origin')
})

/** A server that redirects to the address in `to`, or to the one in the header `x-to`. */
const redirecting = () =>
  httpServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const to = url.searchParams.get('to') ?? request.headers['x-to']
    if (url.pathname === '/redirect' && to) response.writeHead(302, { location: String(to) })
    response.end()
  })

const holding = (value: string, url: string, origin: string, headers: { key: string; value: string }[] = []) =>
  jobFor(url, {
    variables: { TOK: value },
    secrets: [value],
    secret_variables: ['TOK'],
    secret_fields: ['TOK'],
    secret_origins: [origin],
    call: { headers },
  })

test.each(['s3cret-value', 'first111&second222=third+fourth#fifth', 'a b+c/d=e?f', 'with/SLASH-and-Upper'])(
  'a redirect takes the secret %s to no origin that is not allowed for it',
  async (value) => {
    const { port: other, seen } = await counted()
    const port = await redirecting()
    const origin = `http://127.0.0.1:${port}`
    const away = `http://127.0.0.1:${other}/echo`
    const inAddress = encodeURIComponent(`${away}?x=`)
    const asked = [
      await run(holding(value, `${origin}/redirect?to=${inAddress}%%TOK%%`, origin)),
      await run(holding(value, `${origin}/redirect`, origin, [{ key: 'X-To', value: `${away}?x=%%TOK%%` }])),
      await run(
        holding(value, `${origin}/redirect`, origin, [
          { key: 'X-To', value: `${away}/${encodeURIComponent(encodeURI(value))}?%%TOK%%` },
        ]),
      ),
    ]
    expect(seen).toEqual([])
    for (const { report, detail } of asked) {
      expect(report).toMatchObject({ exception_type: 'api_setup' })
      expect(detail.exception).toBe(
        `redirect not followed: its address contains a secret, and would send it to http://127.0.0.1:${other}, which is not an allowed origin`,
      )
    }
  },
)

test('a redirect takes no secret to a host that is made of it', async () => {
  const port = await redirecting()
  const origin = `http://127.0.0.1:${port}`
  const headers = [{ key: 'X-To', value: 'http://%%TOK%%.example/' }]
  const { detail } = await run(holding('S3cretValue', `${origin}/redirect`, origin, headers))
  expect(detail.exception).toContain('would send it to another origin')
  expect(JSON.stringify(detail).toLowerCase()).not.toContain('s3cretvalue')
})

test('a redirect with a secret is followed to an allowed origin, and shows no letter of it', async () => {
  const { port: other, seen } = await counted()
  const port = await redirecting()
  const origins = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${other}`]
  const headers = [{ key: 'X-To', value: `${origins[1]}/echo?x=%%TOK%%&y=1` }]
  const job = holding('first111&second=third+x#fifth', `${origins[0]}/redirect`, '', headers)
  const { detail } = await run({ ...job, secret_origins: origins })
  expect(seen).toHaveLength(1)
  expect(detail.request.url).toBe(`${origins[1]}/echo?x=${MASK}&y=1`)
  expect(detail.response?.url).toBe(detail.request.url)
})

test('a redirect without a secret in what is sent leads anywhere', async () => {
  const { port: other, seen } = await counted()
  const port = await redirecting()
  const origin = `http://127.0.0.1:${port}`
  const headers = [{ key: 'X-To', value: `http://127.0.0.1:${other}/end#%%TOK%%` }]
  await run(holding('s3cret-value', `${origin}/redirect`, origin, headers))
  expect(seen).toEqual(['/end'])
})

test('a short secret counts as sent by a redirect where it is a whole part of the address, and not within a word', async () => {
  const { port: other, seen } = await counted()
  const port = await redirecting()
  const origin = `http://127.0.0.1:${port}`
  for (const to of ['contest?x=attested', 'a?x=test', 'test/a', 'a?%74%65%73%74']) {
    const headers = [
      { key: 'X-To', value: `http://127.0.0.1:${other}/${to}` },
      { key: 'X-Pin', value: '%%TOK%%' },
    ]
    await run(holding('test', `${origin}/redirect`, origin, headers))
  }
  expect(seen).toEqual(['/contest?x=attested'])
})
