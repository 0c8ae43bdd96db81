import { parameterOf } from './webhook-parameter.ts'
import { apiKey, asWritten, incident, type WebhookTypes } from './webhook-type.ts'

const { text, secret, choice } = parameterOf

const SEVERITIES = asWritten(['critical', 'error', 'warning', 'info'])

const opsgenie = [
  apiKey('Key of an API integration of your team.'),
  choice({
    name: 'priority',
    label: 'Priority',
    choices: asWritten(['P1', 'P2', 'P3', 'P4', 'P5']),
    hint: 'If you choose none, Opsgenie decides.',
  }),
]

/** Channels whose receivers keep incidents. */
export const INCIDENT_TYPES = {
  pager_duty_v2: {
    ...incident,
    title: 'PagerDuty',
    description: 'An incident that opens and resolves automatically (Events API v2).',
    parameters: [
      secret({
        name: 'integration_key',
        label: 'Integration key',
        required: true,
        hint: 'From an “Events API v2” integration of the service.',
      }),
      choice({
        name: 'severity',
        label: 'Severity',
        choices: SEVERITIES,
        hint: 'If you choose none: critical for failures, warning for the rest.',
      }),
    ],
  },
  pager_duty: {
    ...incident,
    title: 'PagerDuty (v1)',
    description: 'The same through an older “Events API v1” integration.',
    parameters: [
      secret({
        name: 'integration_key',
        label: 'Service key',
        required: true,
        hint: 'The integration key of an “Events API v1” integration. New integrations are v2.',
      }),
    ],
  },
  opsgenie: {
    ...incident,
    title: 'Opsgenie',
    description: 'An alert that opens and closes automatically.',
    parameters: opsgenie,
  },
  opsgenieeu: {
    ...incident,
    title: 'Opsgenie (EU)',
    description: 'The same for accounts in Europe.',
    parameters: opsgenie,
  },
  victorops: {
    ...incident,
    title: 'Splunk On-Call',
    description: 'An incident that opens and recovers automatically (REST endpoint).',
    parameters: [
      apiKey('The second to last part of the REST endpoint’s URL.'),
      text({ name: 'routing_key', label: 'Routing key', hint: 'Decides which team is notified.' }),
    ],
  },
  big_panda: {
    ...incident,
    title: 'BigPanda',
    description: 'An alert that opens and resolves automatically.',
    parameters: [
      secret({ name: 'app_key', label: 'App key', required: true, hint: 'From the integration.' }),
      secret({ name: 'user_key', label: 'Access token', required: true, hint: 'From your organization.' }),
    ],
  },
  statuspage: {
    ...incident,
    title: 'Statuspage',
    description: 'Sets a component to “Major outage” and back to “Operational”.',
    parameters: [
      apiKey('From a user of your page: avatar → API info.'),
      text({ name: 'page_id', label: 'Page ID', required: true, hint: 'From the page’s API info.' }),
      text({ name: 'component_id', label: 'Component ID', required: true, hint: 'From the component’s own page.' }),
    ],
  },
} satisfies WebhookTypes
