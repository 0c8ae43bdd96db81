import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MASK } from '../../src/domain/secrets/masking.ts'
import { httpServer, jobFor, run } from './world.ts'

/** Echoes everything it received in the body, a header and the status line. */
const echo = (): Promise<number> =>
  httpServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      response.setHeader('x-echo', Buffer.from(String(request.headers['x-key'] ?? '')).toString('base64'))
      response.end(JSON.stringify({ url: request.url, headers: request.rawHeaders, body }))
    })
  })

const containing = (val: string) => ({
  meta: {},
  conditions: [
    {
      source: 'text' as const,
      condition: 'contains' as const,
      val,
      on_false: { outcome: 'fail' as const },
    },
  ],
})

describe('A secret', () => {
  test('is nowhere in the report, although it was sent everywhere and came back', async () => {
    const port = await echo()
    const secret = 'hunter22/ü+x'
    const { report, detail } = await run(
      jobFor(`http://127.0.0.1:${port}/%%S%%`, {
        call: {
          method: 'POST',
          parameters: [{ key: 'q', value: '%%S%%' }],
          headers: [
            { key: 'X-Key', value: 'prefix %%S%% suffix' },
            { key: 'Authorization', value: 'Basic dXNlcjpwYXNzd29yZC0x' },
          ],
          body: '{"s":"%%S%%"}',
        },
        variables: { S: secret, plain: `with ${secret}` },
        secrets: [secret],
        conditions: containing(secret),
      }),
    )
    expect(report.http_code).toBe(200)
    const told = JSON.stringify([report, detail])
    for (const form of ['hunter22', 'dXNlcjpwYXNzd29yZC0x', 'password-1', Buffer.from(secret).toString('base64')])
      expect(told).not.toContain(form)
    expect(detail.request.headers).toContainEqual({ key: 'Authorization', value: MASK })
    expect(detail.variables.initial.plain).toBe(`with ${MASK}`)
    expect(detail.conditions[0]?.verdict).toBe(true)
  })

  test('is not visible in a URL, by name or value, nor in error messages', async () => {
    const port = await httpServer((request, response) => {
      if (request.url?.startsWith('/a')) response.writeHead(302, { location: '/b?access_token=t0ps3cret' }).end()
      else request.socket.destroy()
    })
    const { detail } = await run(
      jobFor(`http://user:pass-word@127.0.0.1:${port}/a?api_key=short&q=visible`, { secrets: ['hunter22'] }),
    )
    expect(detail.redirects[0]?.url).toBe(`http://127.0.0.1:${port}/a?api_key=${MASK}&q=visible`)
    expect(detail.url).toBe(`http://127.0.0.1:${port}/b?access_token=${MASK}`)
    const refused = await run(jobFor('http://hunter22.example/', { secrets: ['hunter22'] }), {
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND hunter22'), { code: 'ENOTFOUND' })),
    })
    expect(JSON.stringify(refused.detail)).not.toContain('hunter22')
  })

  test('is not revealed by conditions: neither by what they find nor by their outcome', async () => {
    const port = await echo()
    const secret = 'canary-0123456789'
    const asked = (condition: 'contains' | 'not_contains', val: string) => ({ source: 'text' as const, condition, val })
    for (let before = 340; before < 400; before += 3) {
      const { detail } = await run(
        jobFor(`http://127.0.0.1:${port}/${'x'.repeat(before)}`, {
          call: { headers: [{ key: 'X-Key', value: secret }] },
          secrets: [secret],
          conditions: {
            meta: {},
            conditions: [
              asked('contains', 'canary-'),
              asked('not_contains', 'canary-0'),
              asked('contains', secret),
              { source: 'header', property: 'x-echo', condition: 'starts', val: Buffer.from('can').toString('base64') },
            ],
          },
        }),
      )
      expect(JSON.stringify(detail.conditions.map(({ actual }) => actual))).not.toContain('cana')
      const verdicts = Object.fromEntries(detail.conditions.map(({ id, verdict }) => [id, verdict]))
      expect(verdicts).toEqual({ c1: false, c2: true, c3: true, c4: false })
    }
  })

  test('is compared with no response of another origin, as after a redirect', async () => {
    const other = await httpServer((_, response) => response.end('one hunter22hunter22 two'))
    const at = `http://127.0.0.1:${other}/`
    const port = await httpServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: at })
      response.end('one hunter22hunter22 two')
    })
    const origin = `http://127.0.0.1:${port}`
    const judged = async (path: string, val: string) => {
      const conditions = [
        { source: 'text' as const, condition: 'contains' as const, val },
        { source: 'text' as const, condition: 'contains' as const, val: 'one' },
      ]
      const { detail } = await run(
        jobFor(`${origin}${path}`, {
          variables: { right: 'hunter22hunter22', wrong: 'other-secret-word' },
          secrets: ['hunter22hunter22', 'other-secret-word'],
          secret_variables: ['right', 'wrong'],
          secret_origins: [origin],
          conditions: { meta: {}, conditions },
        }),
      )
      return detail.conditions.map(({ verdict, outcome, note }) => ({ verdict, outcome, note }))
    }
    expect((await judged('/', '{{right}}'))[0]).toMatchObject({ verdict: true })
    const right = await judged('/away', '{{right}}')
    expect(right[0]).toMatchObject({ verdict: false, note: expect.stringContaining('another origin') })
    expect(right[1]).toMatchObject({ verdict: true })
    expect(await judged('/away', '{{wrong}}')).toEqual(right)
  })

  test('that is split by a truncated body leaves no prefix', async () => {
    const secret = 'canary-0123456789'
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: secret.length }), async (over) => {
        const body = `${'x'.repeat(262_144 - over)}${secret} and more`
        const port = await httpServer((_, response) => response.end(body))
        const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { secrets: [secret] }))
        expect(detail.response?.body).not.toContain('canary')
      }),
      { numRuns: 12 },
    )
  })

  test('in binary data is blanked in place', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 255]), Buffer.from('hunter22'), Buffer.from([254])])
    const port = await httpServer((_, response) => response.end(bytes))
    const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { secrets: ['hunter22'] }))
    const kept = Buffer.from(detail.response?.body ?? '', 'base64')
    expect(kept.toString('latin1')).toBe('\0ÿ********þ')
  })

  test('in binary data does not appear in another encoding, nor a prefix where it is cut', async () => {
    const secret = 'canary/0123 456789'
    const forms = [secret, encodeURIComponent(secret), Buffer.from(`user:${secret}`).toString('base64')]
    for (const form of forms) {
      const bytes = Buffer.concat([Buffer.from([0, 255]), Buffer.from(` ${form} `), Buffer.from([254])])
      const port = await httpServer((_, response) => response.end(bytes))
      const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { secrets: [secret] }))
      expect(Buffer.from(detail.response?.body ?? '', 'base64').toString('latin1')).toMatch(/^\0ÿ \*{6,} þ$/)
    }
    const port = await httpServer((_, response) => response.end(`\0${'x'.repeat(262_144 - 10)}${secret}`))
    const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { secrets: [secret] }))
    expect(Buffer.from(detail.response?.body ?? '', 'base64').toString()).not.toContain('canary')
  })

  test('is not stored in a body that stays compressed', async () => {
    const packed = gzipSync('hunter22')
    for (const [coding, body] of [
      ['zstd', packed],
      ['gzip', packed.subarray(0, packed.length - 4)],
      ['gzip, gzip, gzip, gzip', packed],
    ] as const) {
      const port = await httpServer((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(body))
      const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { secrets: ['hunter22'] }))
      expect(detail.response?.body).toBe('')
      expect(detail.messages.join()).toMatch(
        /^the body stays compressed: .*; it is not stored, because secrets in it could not be masked$/,
      )
    }
  })

  test('is masked in every form that a server echoes, in the body, the headers and the path of a redirect', async () => {
    const secret = 'correct horse/battery+staple="ö"'
    const escaped = JSON.stringify(secret).slice(1, -1)
    const forms = [
      secret,
      encodeURIComponent(secret),
      encodeURI(secret),
      new URLSearchParams({ a: secret }).toString().slice(2),
      escaped,
      escaped.replaceAll('/', '\\/'),
      [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      Buffer.from(`user:${secret}`).toString('base64'),
    ]
    const port = await httpServer((request, response) => {
      if (request.url !== '/') response.end(forms.join('\n'))
      else
        response.writeHead(302, { location: `/at/${encodeURIComponent(secret)}?x=${encodeURIComponent(secret)}` }).end()
    })
    const { report, detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { secrets: [secret] }))
    const told = JSON.stringify([report, detail])
    for (const form of forms) expect(told).not.toContain(JSON.stringify(form).slice(1, -1))
    expect(detail.response?.body?.split('\n')).toHaveLength(forms.length)
    expect(detail.response?.url).toBe(`http://127.0.0.1:${port}/at/${MASK}?x=${MASK}`)
  })

  test('is masked in variables with any name', async () => {
    const port = await echo()
    const variables = { group: 'with a secret', protocol: 'a secret too', operator: 'a secret' }
    const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { variables, secrets: ['a secret'] }))
    expect(detail.variables.initial).toMatchObject({ group: `with ${MASK}`, protocol: `${MASK} too`, operator: MASK })
  })

  test('that equals a protocol word does not break the report', async () => {
    const port = await httpServer((_, response) => response.end('some text'))
    const { detail } = await run(
      jobFor(`http://127.0.0.1:${port}/`, { secrets: ['text'], conditions: containing('none') }),
    )
    expect(detail.response).toMatchObject({ body_encoding: 'text', body: `some ${MASK}` })
    expect(detail.conditions[0]).toMatchObject({ outcome: 'fail', operator: 'contains' })
  })
})
