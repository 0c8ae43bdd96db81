import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliver } from '../../../src/server/delivery/deliver.ts'
import { deliveringTo, docOf, type KeeperAnswer, messageOf, NOW, openKeeper } from '../../support/delivering.ts'
import { rightParameters } from '../../support/webhook-parameters.ts'

let keeper: Awaited<ReturnType<typeof openKeeper>>
beforeAll(async () => {
  keeper = await openKeeper()
})
afterAll(() => keeper.close())

type Decoded = { readonly toJSON: () => unknown }
type Message = {
  readonly decode: (bytes: Uint8Array) => Decoded
  readonly encode: (value: object) => { finish(): Uint8Array }
}
// The decoders that are generated from OpenTelemetry's own definitions; the package types only its serializers.
const root = createRequire(import.meta.resolve('@opentelemetry/otlp-transformer'))('./generated/root.js') as {
  opentelemetry: { proto: { collector: Record<'logs' | 'metrics', { v1: Record<string, Message> }> } }
}
const { logs, metrics } = root.opentelemetry.proto.collector

const send = async (parameters: Record<string, string>, answers: KeeperAnswer[] = []) => {
  keeper.answers.push(...answers)
  const doc = docOf('otel', { ...rightParameters('otel'), url: keeper.url, ...parameters })
  const delivery = { message: messageOf('alert'), doc, projectKey: 1, recipient: null }
  const outcome = await deliver(deliveringTo(keeper.url), delivery)
  keeper.answers.length = 0
  return { outcome, arrived: keeper.arrived.splice(0) }
}

const METRICS = {
  resourceMetrics: [
    {
      scopeMetrics: [
        {
          metrics: [
            { name: 'sonde.alert.firing', gauge: { dataPoints: [{ asDouble: 1 }] } },
            { name: 'sonde.alert.count', sum: { isMonotonic: true, dataPoints: [{}] } },
            { name: 'sonde.response_time', unit: 'ms', gauge: { dataPoints: [{ asDouble: 1234 }] } },
          ],
        },
      ],
    },
  ],
}

test.each(['none', 'gzip'])('logs and metrics as protobuf, compressed: %s', async (compression) => {
  const { outcome, arrived } = await send({ signals: 'both', protocol: 'http/protobuf', compression })
  expect(outcome).toMatchObject({ ok: true })
  expect(arrived.map(({ path, headers }) => [path, headers['content-type'], headers['content-encoding']])).toEqual(
    ['/v1/logs', '/v1/metrics'].map((path) => [
      path,
      'application/x-protobuf',
      compression === 'gzip' ? 'gzip' : undefined,
    ]),
  )
  const [first, second] = arrived.map(({ raw }) => (compression === 'gzip' ? gunzipSync(raw) : raw))
  expect(logs.v1.ExportLogsServiceRequest?.decode(first ?? Buffer.alloc(0)).toJSON()).toMatchObject({
    resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: `${NOW}000000`, severityText: 'ERROR' }] }] }],
  })
  expect(metrics.v1.ExportMetricsServiceRequest?.decode(second ?? Buffer.alloc(0)).toJSON()).toMatchObject(METRICS)
})

test('the same as JSON', async () => {
  const { arrived } = await send({ signals: 'metrics' })
  expect(arrived[0]).toMatchObject({ path: '/v1/metrics', body: METRICS })
})

test.each([
  ['logs', '', ['/v1/logs']],
  ['both', '', ['/v1/logs', '/v1/metrics']],
  ['both', '/otlp', ['/otlp/v1/logs', '/otlp/v1/metrics']],
  ['both', '/otlp/', ['/otlp/v1/logs', '/otlp/v1/metrics']],
  ['metrics', '/v1/logs', ['/v1/metrics']],
  ['logs', '/own', ['/own']],
])('%s below %s goes to %j', async (signals, path, paths) => {
  const { arrived } = await send({ signals, url: `${keeper.url}${path}` })
  expect(arrived.map((one) => one.path)).toEqual(paths)
})

test('a partial success as protobuf is reported and not repeated', async () => {
  const told = { partialSuccess: { rejectedLogRecords: 1, errorMessage: 'attribute limit' } }
  const body = logs.v1.ExportLogsServiceResponse?.encode(told).finish() ?? ''
  const answers = [{ status: 200, headers: { 'content-type': 'application/x-protobuf' }, body }]
  const { outcome } = await send({ protocol: 'http/protobuf' }, answers)
  expect(outcome).toMatchObject({ ok: false, isPermanent: true })
  expect(outcome.error).toContain('attribute limit')
})

test('a warning without rejections is shown with the success', async () => {
  const body = '{"partialSuccess":{"errorMessage":"deprecated attribute"}}'
  const { outcome } = await send({}, [{ status: 200, body }])
  expect(outcome).toMatchObject({ ok: true, detail: 'The receiver accepted it, and said: deprecated attribute' })
})

test.each([
  [429, undefined],
  [502, undefined],
  [503, undefined],
  [504, undefined],
  [400, true],
  [401, true],
  [500, true],
])('after %i it is given up: %s', async (status, isPermanent) => {
  expect((await send({}, [{ status, body: '{}' }])).outcome.isPermanent).toBe(isPermanent)
})
