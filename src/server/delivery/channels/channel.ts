import type { AlertMessage } from '../../../domain/alerts/alert-message.ts'
import type { WebhookParameterName } from '../../../domain/alerts/webhook-types.ts'
import type { Letter } from '../../mail/template.ts'
import type { Providers } from './providers.ts'

/** What a webhook was given, its secrets opened. */
export type OpenParameters = Readonly<Partial<Record<WebhookParameterName, string>>>

/** A request as it goes out. */
export type Outgoing = {
  readonly method: 'POST' | 'PATCH' | 'GET'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Surroundings = {
  readonly providers: Providers
  /** When it leaves, in milliseconds. */
  readonly nowMs: number
}

export type HttpChannel = {
  readonly via: 'http'
  readonly request: (message: AlertMessage, parameters: OpenParameters, surroundings: Surroundings) => Outgoing
  /** What tries the way without telling anybody that something is broken; absent: a marked alert, and its end where the receiver keeps incidents. */
  readonly trial?: (parameters: OpenParameters, surroundings: Surroundings) => Outgoing
}

/** A letter to one address. `unsubscribe` is the address of the page that ends this mail. */
export type MailChannel = {
  readonly via: 'mail'
  readonly letter: (message: AlertMessage, parameters: OpenParameters, unsubscribe: string) => Letter
}

/** Starts a monitor. */
export type RunChannel = { readonly via: 'run' }

export type Channel = HttpChannel | MailChannel | RunChannel

/** A POST of JSON. */
export const json = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Outgoing => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A channel that POSTs. */
export const http = (request: HttpChannel['request'], more: Pick<HttpChannel, 'trial'> = {}): HttpChannel => ({
  via: 'http',
  request,
  ...more,
})

/** At most so many characters, with an ellipsis where something was left out. */
export const clipped = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
