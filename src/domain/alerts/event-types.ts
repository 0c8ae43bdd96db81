import { parameterOf } from './webhook-parameter.ts'
import { apiKey, asWritten, events, incident, tokenOf, type WebhookTypes } from './webhook-type.ts'

const { url, text, secret, choice, headers } = parameterOf

const datadog = [
  apiKey('From Organization settings → API keys.'),
  choice({
    name: 'site',
    label: 'Site',
    choices: [
      { value: 'datadoghq.com', words: 'US1' },
      { value: 'us3.datadoghq.com', words: 'US3' },
      { value: 'us5.datadoghq.com', words: 'US5' },
      { value: 'datadoghq.eu', words: 'EU' },
      { value: 'ap1.datadoghq.com', words: 'AP1' },
      { value: 'ap2.datadoghq.com', words: 'AP2' },
      { value: 'ddog-gov.com', words: 'US1-FED' },
    ],
    initial: 'datadoghq.com',
    hint: 'The region of your Datadog account.',
  }),
]

/** Channels into observability services. */
export const EVENT_TYPES = {
  datadogevent: {
    ...events,
    title: 'Datadog event',
    description: 'An event in the event stream, grouped by monitor.',
    parameters: datadog,
  },
  datadog: {
    ...incident,
    group: 'events',
    title: 'Datadog metric',
    description: 'Whether the alert fires (1, then 0), how often, and the latency.',
    parameters: datadog,
  },
  newrelic: {
    ...events,
    title: 'New Relic',
    description: 'A custom event of type SondeAlert, for queries and dashboards.',
    parameters: [
      apiKey('A license key (type “Ingest - License”).'),
      secret({
        name: 'app_key',
        label: 'Account ID',
        required: true,
        hint: 'The number of the account that gets the events.',
        format: { pattern: /^\d{1,15}$/, says: 'must be the number of your account', example: '1234567' },
      }),
      choice({
        name: 'site',
        label: 'Region',
        choices: asWritten(['US', 'EU']),
        initial: 'US',
        hint: 'The region of your New Relic account.',
      }),
    ],
  },
  otel: {
    ...events,
    title: 'OpenTelemetry',
    description: 'OTLP log records and metrics over HTTP, for any collector.',
    parameters: [
      url({
        name: 'url',
        label: 'Endpoint',
        required: true,
        hint: 'The collector’s URL. If it has no path, /v1/logs and /v1/metrics are added.',
      }),
      choice({
        name: 'signals',
        label: 'Send',
        choices: [
          { value: 'logs', words: 'Logs' },
          { value: 'metrics', words: 'Metrics' },
          { value: 'both', words: 'Logs and metrics' },
        ],
        initial: 'logs',
        hint: 'A log record describes the event; metrics are whether it fires, how often, and the latency.',
      }),
      choice({
        name: 'protocol',
        label: 'Protocol',
        choices: asWritten(['http/json', 'http/protobuf']),
        initial: 'http/json',
        hint: 'Every collector accepts http/protobuf; http/json can be read in a log.',
      }),
      choice({
        name: 'compression',
        label: 'Compression',
        choices: [
          { value: 'none', words: 'None' },
          { value: 'gzip', words: 'gzip' },
        ],
        initial: 'none',
        hint: 'gzip makes the request smaller; most collectors accept both.',
      }),
      headers({ name: 'headers', label: 'Headers', isSecret: true, hint: 'One per line: api-key: …' }),
    ],
  },
  axiom: {
    ...events,
    title: 'Axiom',
    description: 'An event in a dataset.',
    parameters: [
      url({
        name: 'url',
        label: 'API URL',
        required: true,
        initial: 'https://api.axiom.co',
        hint: 'https://api.axiom.co, or that of your region or installation.',
      }),
      tokenOf('API token', 'A token that may ingest into the dataset.'),
      text({
        name: 'dataset',
        label: 'Dataset',
        required: true,
        hint: 'The name of the dataset.',
        format: { pattern: /^[\w.-]{1,128}$/, says: 'must be letters, digits, ., - or _', example: 'alerts' },
      }),
    ],
  },
  hydrolix: {
    ...events,
    title: 'Hydrolix',
    description: 'A row in a table, through HTTP ingest.',
    parameters: [
      url({
        name: 'url',
        label: 'Cluster',
        required: true,
        hint: 'The URL of your cluster. If it has no path, /ingest/event is added.',
      }),
      tokenOf('Token', 'A service account’s bearer token that may ingest.'),
      text({
        name: 'dataset',
        label: 'Table',
        required: true,
        hint: 'Project and table: monitoring.alerts.',
        format: { pattern: /^[\w-]+\.[\w-]+$/, says: 'must be project.table', example: 'monitoring.alerts' },
      }),
      text({
        name: 'transform',
        label: 'Transform',
        hint: 'The table’s transform for these rows. If empty, its default one.',
        format: { pattern: /^[\w.-]{1,128}$/, says: 'must be letters, digits, ., - or _', example: 'alerts_json' },
      }),
    ],
  },
} satisfies WebhookTypes
