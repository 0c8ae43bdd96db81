/** Base URLs of services whose users have no URL of their own. Tests replace them with local servers. */
export type Providers = Readonly<
  Record<'pagerDuty' | 'opsgenie' | 'opsgenieEu' | 'victorOps' | 'bigPanda' | 'statuspage', string>
> & {
  /** `{site}` is the Datadog site of an account. */
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
