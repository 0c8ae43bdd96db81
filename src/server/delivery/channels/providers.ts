/** Where the services answer that give their users no address of their own. Tests put their own servers here. */
export type Providers = Readonly<
  Record<'pagerDuty' | 'opsgenie' | 'opsgenieEu' | 'victorOps' | 'bigPanda' | 'statuspage', string>
> & {
  /** `{site}` is the part of Datadog in which an account lives. */
  readonly datadog: string
}

export const PROVIDERS: Providers = {
  pagerDuty: 'https://events.pagerduty.com',
  opsgenie: 'https://api.opsgenie.com',
  opsgenieEu: 'https://api.eu.opsgenie.com',
  victorOps: 'https://alert.victorops.com',
  bigPanda: 'https://api.bigpanda.io',
  statuspage: 'https://api.statuspage.io',
  datadog: 'https://api.{site}',
}
