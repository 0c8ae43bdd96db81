import type { AlertMessage } from '../../../domain/alerts/alert-message.ts'
import type { WebhookParameterName } from '../../../domain/alerts/webhook-parameter.ts'
import type { MailContent } from '../../mail/template.ts'
import type { Providers } from './providers.ts'

/** A webhook's parameters, with secrets decrypted. */
export type OpenParameters = Readonly<Partial<Record<WebhookParameterName, string>>>

/** An outgoing request. */
export type Outgoing = {
  readonly method: 'POST' | 'PATCH' | 'GET'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type ChannelOptions = {
  readonly providers: Providers
  /** Time of sending, in milliseconds. */
  readonly nowMs: number
}

export type HttpChannel = {
  readonly via: 'http'
  readonly request: (message: AlertMessage, parameters: OpenParameters, surroundings: ChannelOptions) => Outgoing
  /**
   * A request that tests the channel without reporting an incident; if absent, a test sends a marked alert, and its end where the
   * receiver keeps incidents.
   */
  readonly trial?: (parameters: OpenParameters, surroundings: ChannelOptions) => Outgoing
}

/** A mail to one address. `unsubscribe` is the URL that ends it. */
export type MailChannel = {
  readonly via: 'mail'
  readonly letter: (message: AlertMessage, parameters: OpenParameters, unsubscribe: string) => MailContent
}

/** Starts a monitor. */
export type RunChannel = { readonly via: 'run' }

/** Refreshes a token. */
export type RefreshChannel = { readonly via: 'refresh' }

export type Channel = HttpChannel | MailChannel | RunChannel | RefreshChannel

/** Builds a POST with a JSON body. */
export const json = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Outgoing => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Builds an HTTP channel. */
export const http = (request: HttpChannel['request'], more: Pick<HttpChannel, 'trial'> = {}): HttpChannel => ({
  via: 'http',
  request,
  ...more,
})

/** Cuts a text to a maximum length, with an ellipsis if something was left out. */
export const clipped = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
