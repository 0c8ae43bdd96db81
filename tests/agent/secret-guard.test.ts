import { expect, test } from 'vitest'
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
