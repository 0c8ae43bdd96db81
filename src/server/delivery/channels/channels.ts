import type { WebhookTypeId } from '../../../domain/alerts/webhook-types.ts'
import type { Channel } from './channel.ts'
import { discord, msteams, slack } from './chat.ts'
import { datadogEvent } from './events.ts'
import { bigPanda, opsgenie, opsgenieEu, pagerDuty, pagerDutyV1, statuspage, victorOps } from './incidents.ts'
import { email, emailTemplate, emailText } from './letters.ts'
import { axiom, datadogMetric, hydrolix, newRelic } from './observability.ts'
import { otel } from './otlp.ts'
import { gotify, ntfy, pushover, twilio } from './phones.ts'
import { googleChat, matrix, mattermost, telegram } from './rooms.ts'
import { webhook } from './web.ts'

/** The channel of each webhook type. */
export const CHANNELS: Readonly<Record<WebhookTypeId, Channel>> = {
  email,
  email_text: emailText,
  email_template: emailTemplate,
  slack,
  msteams,
  googlechat: googleChat,
  mattermost,
  discord,
  telegram,
  matrix,
  ntfy,
  gotify,
  pushover,
  twilio,
  pager_duty_v2: pagerDuty,
  pager_duty: pagerDutyV1,
  opsgenie,
  opsgenieeu: opsgenieEu,
  victorops: victorOps,
  big_panda: bigPanda,
  statuspage,
  datadogevent: datadogEvent,
  datadog: datadogMetric,
  newrelic: newRelic,
  otel,
  axiom,
  hydrolix,
  webhook,
  run_call: { via: 'run' },
  run_workflow: { via: 'run' },
  refresh_token: { via: 'refresh' },
  hipchat: { via: 'nothing' },
  flowdock: { via: 'nothing' },
}
