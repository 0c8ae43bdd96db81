import type { AlertMessage } from '../../../domain/alerts/alert-message.ts'
import type { WebhookParameterName } from '../../../domain/alerts/webhook-parameter.ts'
import type { MailContent } from '../../mail/template.ts'
import type { Providers } from './providers.ts'

/** A webhook's parameters, with secrets decrypted. */
export type OpenParameters = Readonly<Partial<Record<WebhookParameterName, string>>>

/** An outgoing request. */
export type Outgoing = {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'GET'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The content of a body that is not JSON text, for people. */
  readonly readable?: unknown
}

export type ChannelOptions = {
  readonly providers: Providers
  /** Time of sending, in milliseconds. */
  readonly nowMs: number
  /** The recipient of this message, for channels with several. */
  readonly recipient?: string | null
}

/** A receiver's response, its body cut to what is read of it. */
export type Answer = { readonly httpCode: number; readonly body: Buffer }

/** Findings in a response beyond its status. */
export type Verdict = {
  /** Why the receiver did not accept the message although it answered 2xx, in its own words. */
  readonly refused?: string
  /** Retrying would not help. */
  readonly isPermanent?: boolean
  /** The wait that the receiver asks for in the body, in milliseconds. */
  readonly retryAfterMs?: number
  /** A remark of the receiver about a message that it accepted. */
  readonly remark?: string
}

export type HttpChannel = {
  readonly via: 'http'
  /** The request, or several: they are sent in order until one fails, and a retry sends all of them again. */
  readonly request: (
    message: AlertMessage,
    parameters: OpenParameters,
    surroundings: ChannelOptions,
  ) => Outgoing | readonly Outgoing[]
  /** Reads a response of a receiver that says more than its status. */
  readonly verdict?: (answer: Answer) => Verdict | null
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

/** Sends nothing: its service has ended. */
export type EndedChannel = { readonly via: 'nothing' }

export type Channel = HttpChannel | MailChannel | RunChannel | RefreshChannel | EndedChannel

/** Builds a POST with a JSON body. */
export const json = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Outgoing => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Builds a POST with form fields. */
export const form = (
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Outgoing => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
  readable: fields,
})

/** Builds an HTTP channel. */
export const http = (
  request: HttpChannel['request'],
  more: Pick<HttpChannel, 'trial' | 'verdict'> = {},
): HttpChannel => ({
  via: 'http',
  request,
  ...more,
})

/** Cuts a text to a maximum length, with an ellipsis if something was left out. */
export const clipped = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** Cuts a text to a maximum number of bytes in UTF-8, between characters, with an ellipsis if something was left out. */
export const clippedToBytes = (text: string, most: number): string => {
  if (Buffer.byteLength(text) <= most) return text
  // An incomplete character at the end becomes a replacement character.
  const kept = Buffer.from(text).subarray(0, most - Buffer.byteLength('…'))
  return `${new TextDecoder().decode(kept).replace(/\ufffd+$/, '')}…`
}

/** Adds a path to a base URL, whether or not that ends in a slash. */
export const below = (base: string, path: string): string => `${base.replace(/\/+$/, '')}${path}`

/** Whether a URL names only a host. */
export const isBare = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { pathname, search } = new URL(url)
  return pathname === '/' && search === ''
}
