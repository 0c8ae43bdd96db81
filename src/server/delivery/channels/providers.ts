/** Base URLs of services whose users have no URL of their own. Tests replace them with local servers. */
export type Providers = Readonly<
  Record<
    | 'pagerDuty'
    | 'opsgenie'
    | 'opsgenieEu'
    | 'victorOps'
    | 'bigPanda'
    | 'statuspage'
    | 'newRelic'
    | 'newRelicEu'
    | 'telegram'
    | 'pushover'
    | 'twilio',
    string
  >
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
  newRelic: 'https://insights-collector.newrelic.com',
  newRelicEu: 'https://insights-collector.eu01.nr-data.net',
  telegram: 'https://api.telegram.org',
  pushover: 'https://api.pushover.net',
  twilio: 'https://api.twilio.com',
  datadog: 'https://api.{site}',
}
