import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import { describe, expect, test } from 'vitest'
import { certificatePath } from '../../src/agent/runner/certificate-path.ts'
import { trusting } from '../../src/agent/runner/trust.ts'
import { type Certificate, certificate } from './certificate.ts'
import { HOST } from './outcome.ts'
import { jobFor, listen, run } from './world.ts'

const root = certificate({ subject: 'Root' })
const inter = certificate({ subject: 'Intermediate', issuer: root })
const own = certificate({ subject: HOST, names: [HOST], issuer: inter })
const past = certificate({ subject: 'Old Root', until: '2021-06-01' })
const cross = certificate({ subject: 'Root', issuer: past, keyOf: root, until: '2021-06-01' })
const stale = certificate({ subject: 'Intermediate', issuer: root, keyOf: inter, until: '2021-06-01' })
const early = certificate({ subject: 'Intermediate', issuer: root, keyOf: inter, from: '2048-03-01' })
const soon = certificate({ subject: 'Intermediate', issuer: root, keyOf: inter, until: '2049-06-01' })

const resolve = async () => ['127.0.0.1']

/** Calls a server that sends these certificates, at a time before all of them end in 2049; `verify_tls` as given. */
const called = async (sent: readonly Certificate[], trusted: readonly Certificate[], verify = true) => {
  const cert = sent.map((one) => one.cert).join('')
  const port = await listen(createServer({ cert, key: sent[0]?.key }, (_, response) => response.end('secure')))
  const trust = trusting(trusted.map((one) => one.cert).join(''))
  const clock = { steadyMs: () => performance.now(), epochMs: () => Date.parse('2049-05-29T01:00:00Z') }
  const conditions = [{ source: 'tls', property: 'days_to_expiry', condition: 'ge', val: '14' } as const]
  return run(
    jobFor(`https://${HOST}:${port}/`, { call: { verify_tls: verify }, conditions: { meta: {}, conditions } }),
    {
      trust,
      resolve,
      clock,
    },
  )
}

type Detail = Awaited<ReturnType<typeof called>>['detail']
const pathOf = ({ tls }: Detail) =>
  tls?.certificates?.map(({ subject, not_after }) => `${subject} ${not_after.slice(0, 4)}`)

describe('The certificates of a result', () => {
  const valid = [`${HOST} 2049`, 'Intermediate 2049', 'Root 2049']

  test('are those from the server’s own to the trusted root, each with its issuer and validity', async () => {
    const { detail } = await called([own, inter], [root])
    expect(detail.tls?.certificates).toEqual(
      [
        [HOST, 'Intermediate'],
        ['Intermediate', 'Root'],
        ['Root', 'Root'],
      ].map(([subject, issuer]) => ({
        subject,
        issuer,
        not_before: '2020-01-01T00:00:00.000Z',
        not_after: '2049-12-31T00:00:00.000Z',
      })),
    )
  })

  test.each<[string, Certificate[], Certificate[]]>([
    ['an expired cross-signed root that is sent along', [own, inter, cross], [root]],
    ['an expired cross-signed root whose root is trusted too', [own, inter, cross], [past, root]],
    ['an expired intermediate before the valid one', [own, stale, inter], [root]],
    ['an expired intermediate whose successor is trusted', [own, stale], [inter, root]],
    ['an unrelated expired certificate', [own, past, inter], [root]],
  ])('leave out %s', async (_, sent, trusted) => {
    const { detail, report } = await called(sent, trusted)
    expect([detail.exception, pathOf(detail), report.result_category]).toEqual([null, valid, 'PASS'])
  })

  test('are as many as there are where the path has no end, or the server issued its own', async () => {
    const unknown = await called([own, inter], [past], false)
    expect(pathOf(unknown.detail)).toEqual(valid.slice(0, 2))
    const alone = certificate({ subject: HOST, names: [HOST] })
    expect(pathOf((await called([alone], [root], false)).detail)).toEqual([`${HOST} 2049`])
  })

  test('end where authorities certify each other', () => {
    const one = certificate({ subject: 'One' })
    const two = certificate({ subject: 'Two', issuer: one })
    const back = certificate({ subject: 'One', issuer: two, keyOf: one })
    const leaf = certificate({ subject: HOST, names: [HOST], issuer: back })
    const sent = [leaf, back, two].map(({ cert }) => new X509Certificate(cert))
    const path = certificatePath(sent, { issuersOf: () => [] }, Date.parse('2030-01-01'))
    expect(path.map(({ subject }) => subject)).toEqual([`CN=${HOST}`, 'CN=One', 'CN=Two'])
  })

  test('follow what the server sends, also where its own certificate stays the same', async () => {
    expect(pathOf((await called([own, inter], [root])).detail)).toEqual(valid)
    expect(pathOf((await called([own, stale], [root], false)).detail)).toEqual([
      `${HOST} 2049`,
      'Intermediate 2021',
      'Root 2049',
    ])
    expect(pathOf((await called([own], [root], false)).detail)).toEqual([`${HOST} 2049`])
  })
})

describe('A path that is not valid', () => {
  const lastYears = certificate({ subject: 'Root', keyOf: root, until: '2021-06-01' })
  const overdue = certificate({ subject: HOST, names: [HOST], issuer: inter, until: '2022-06-01' })

  test.each<[string, Certificate[], Certificate[], string]>([
    [
      'an intermediate expired',
      [own, stale],
      [root],
      `the intermediate certificate “Intermediate” of ${HOST} expired on 2021-06-01`,
    ],
    [
      'an intermediate begins later',
      [own, early],
      [root],
      `the intermediate certificate “Intermediate” of ${HOST} is not valid before 2048-03-01`,
    ],
    ['the root expired', [own, inter], [lastYears], `the root certificate “Root” of ${HOST} expired on 2021-06-01`],
    ['its own expired, and others too', [overdue, stale], [root], `the certificate of ${HOST} expired on 2022-06-01`],
    [
      'the root is missing',
      [own, inter],
      [past],
      `the certificate of ${HOST} was issued by an untrusted authority (Root)`,
    ],
    [
      'the root that is sent is not trusted',
      [own, inter, root],
      [past],
      `the certificate of ${HOST} was issued by an untrusted authority (Root)`,
    ],
  ])('is named by the certificate at fault: %s', async (_, sent, trusted, sentence) => {
    const { detail } = await called(sent, trusted)
    expect(detail.exception).toBe(sentence)
    expect(detail.exception_debug).toContain('Intermediate')
  })
})

test('The days to expiry are those of the certificate of the path that ends first', async () => {
  const { report, detail } = await called([own, soon], [root])
  expect([report.result_category, detail.conditions[0]?.actual]).toEqual(['FAIL', '2'])
  expect(detail.tls?.not_after).toBe('2049-12-31T00:00:00.000Z')
})
