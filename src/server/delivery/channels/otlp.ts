import { gzipSync } from 'node:zlib'
import { type Attributes, ValueType } from '@opentelemetry/api'
import type { SeverityNumber } from '@opentelemetry/api-logs'
import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
} from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import { type AlertMessage, sentenceOf } from '../../../domain/alerts/alert-message.ts'
import { headerLines } from '../../../domain/alerts/webhook-rules.ts'
import { quoted } from './answers.ts'
import { type Answer, below, http, isBare, type OpenParameters, type Outgoing, type Verdict } from './channel.ts'
import { detailsOf, isCritical } from './facts.ts'
import { metricTags } from './observability.ts'

type Signal = 'logs' | 'metrics'
type HrTime = [seconds: number, nanoseconds: number]

// Severity numbers of OpenTelemetry's log data model.
const SEVERITIES: Readonly<Record<'info' | 'warning' | 'error', SeverityNumber>> = { info: 9, warning: 13, error: 17 }

const severityOf = (message: AlertMessage): keyof typeof SEVERITIES => {
  if (message.kind === 'recovery' || message.payload.result_class === 'PASS') return 'info'
  return isCritical(message) ? 'error' : 'warning'
}

const timeOf = (ms: number): HrTime => [Math.floor(ms / 1000), (Math.floor(ms) % 1000) * 1_000_000]

const resource = resourceFromAttributes({ 'service.name': 'sonde' })
const scope = { name: 'sonde.alerts' }

/** A log record that describes the event. */
const logsOf = (message: AlertMessage, nowMs: number) => {
  const severity = severityOf(message)
  return [
    {
      resource,
      instrumentationScope: scope,
      hrTime: timeOf(message.timeMs),
      hrTimeObserved: timeOf(nowMs),
      severityNumber: SEVERITIES[severity],
      severityText: severity.toUpperCase(),
      body: sentenceOf(message),
      droppedAttributesCount: 0,
      attributes: {
        'sonde.kind': message.kind,
        'sonde.monitor.name': message.payload.call_meta.name,
        'sonde.result.class': message.payload.result_class,
        // A whole number always: the encoder tells whole numbers and others apart, and receivers keep one type per attribute.
        'sonde.response_time_ms': Math.round(message.payload.response_time),
        ...Object.fromEntries(Object.entries(detailsOf(message)).map(([name, text]) => [`sonde.${name}`, text])),
      },
    },
  ]
}

/** Metrics of the event: whether the alert fires, how often it was sent, and the latency. */
const metricsOf = (message: AlertMessage) => {
  const isOver = message.kind === 'recovery'
  const attributes: Attributes = Object.fromEntries(
    Object.entries({ ...metricTags(message), ...(message.isTest && { test: 'true' }) }).map(([name, value]) => [
      `sonde.${name}`,
      value,
    ]),
  )
  const points = (value: number) => [
    { startTime: timeOf(message.sinceMs ?? message.timeMs), endTime: timeOf(message.timeMs), attributes, value },
  ]
  const gauge = (name: string, description: string, unit: string, value: number): MetricData => ({
    descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
    dataPointType: DataPointType.GAUGE,
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: points(value),
  })
  const sent: MetricData = {
    descriptor: {
      name: 'sonde.alert.count',
      description: 'Alert messages sent.',
      unit: '{message}',
      valueType: ValueType.INT,
    },
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    // A server that restarts has no total to continue.
    aggregationTemporality: AggregationTemporality.DELTA,
    dataPoints: points(1),
  }
  const firing = gauge('sonde.alert.firing', '1 while the alert fires, else 0.', '1', isOver ? 0 : 1)
  const latency = gauge('sonde.response_time', 'Response time of the run.', 'ms', message.payload.response_time)
  return { resource, scopeMetrics: [{ scope, metrics: [firing, ...(isOver ? [] : [sent]), latency] }] }
}

const bodyOf = (signal: Signal, message: AlertMessage, { nowMs, binary }: { nowMs: number; binary: boolean }) => {
  const [logs, metrics] = binary
    ? [ProtobufLogsSerializer, ProtobufMetricsSerializer]
    : [JsonLogsSerializer, JsonMetricsSerializer]
  return (
    signal === 'logs' ? logs.serializeRequest(logsOf(message, nowMs)) : metrics.serializeRequest(metricsOf(message))
  ) as Uint8Array // The serializers' own type also allows undefined, which they never return for a request.
}

const STANDARD_PATH = /\/v1\/(?:logs|metrics)\/?$/

/**
 * The URL of a signal: with the standard path if the given one has none or has that of the other signal. A path of one's own is used as
 * it is for a single signal, and as the base of the standard paths for both.
 */
const addressOf = (url: string, signal: Signal, isBoth: boolean): string => {
  if (STANDARD_PATH.test(url)) return url.replace(STANDARD_PATH, `/v1/${signal}`)
  return isBoth || isBare(url) ? below(url, `/v1/${signal}`) : url
}

const outgoingOf = (
  signal: Signal,
  message: AlertMessage,
  { url = '', headers = '', signals, protocol, compression }: OpenParameters,
  nowMs: number,
): Outgoing => {
  const binary = protocol === 'http/protobuf'
  const body = bodyOf(signal, message, { nowMs, binary })
  const zipped = compression === 'gzip'
  return {
    method: 'POST',
    url: addressOf(url, signal, signals === 'both'),
    headers: {
      'content-type': binary ? 'application/x-protobuf' : 'application/json',
      ...(zipped && { 'content-encoding': 'gzip' }),
      ...Object.fromEntries((headerLines(headers) ?? []).map(({ key, value }) => [key.toLowerCase(), value])),
    },
    body: zipped ? gzipSync(body) : body,
    ...((binary || zipped) && {
      readable: JSON.parse(new TextDecoder().decode(bodyOf(signal, message, { nowMs, binary: false }))),
    }),
  }
}

/** A partial success, however it is encoded; null if the receiver took everything. Both messages have the same fields. */
const partialSuccess = (body: Buffer) => {
  if (body.length === 0) return null
  try {
    const isJson = body[0] === 0x7b
    // In JSON, numbers of 64 bits are text.
    const { partialSuccess: told } = isJson
      ? JSON.parse(body.toString('utf8'))
      : ProtobufLogsSerializer.deserializeResponse(body)
    if (!told) return null
    return {
      rejected: Number(told.rejectedLogRecords ?? told.rejectedDataPoints ?? 0),
      words: quoted(told.errorMessage ?? ''),
    }
  } catch {
    return null
  }
}

/** OTLP names the statuses after which a request may be repeated; after a partial success it may not. */
const RETRYABLE = [429, 502, 503, 504]

const verdict = ({ httpCode, body }: Answer): Verdict | null => {
  if (httpCode >= 300) return RETRYABLE.includes(httpCode) || httpCode < 400 ? null : { isPermanent: true }
  const partial = partialSuccess(body)
  if (!partial) return null
  const { rejected, words } = partial
  if (rejected > 0) return { refused: words || `${rejected} rejected`, isPermanent: true }
  return words === '' ? null : { remark: words }
}

/** OTLP over HTTP: log records, metrics, or both, as JSON or protobuf. */
export const otel = http(
  (message, parameters, { nowMs }) => {
    const { signals = 'logs' } = parameters
    const sent: readonly Signal[] =
      signals === 'both' ? ['logs', 'metrics'] : [signals === 'metrics' ? 'metrics' : 'logs']
    return sent.map((signal) => outgoingOf(signal, message, parameters, nowMs))
  },
  { verdict },
)
