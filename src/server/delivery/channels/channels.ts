import type { WebhookTypeId } from '../../../domain/alerts/webhook-types.ts'
import type { Channel } from './channel.ts'
import { discord, msteams, slack } from './chat.ts'
import { datadogEvent, otel } from './events.ts'
import { bigPanda, opsgenie, opsgenieEu, pagerDuty, statuspage, victorOps } from './incidents.ts'
import { email, emailTemplate, emailText } from './letters.ts'
import { webhook } from './web.ts'

/** The channel of each webhook type. */
export const CHANNELS: Readonly<Record<WebhookTypeId, Channel>> = {
  email,
  email_text: emailText,
  email_template: emailTemplate,
  slack,
  msteams,
  discord,
  pager_duty_v2: pagerDuty,
  opsgenie,
  opsgenieeu: opsgenieEu,
  victorops: victorOps,
  big_panda: bigPanda,
  statuspage,
  datadogevent: datadogEvent,
  otel,
  webhook,
  run_call: { via: 'run' },
  run_workflow: { via: 'run' },
  refresh_token: { via: 'refresh' },
}
