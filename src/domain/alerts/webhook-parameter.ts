import type { webhookParameters } from '../../contract/alerts/webhooks.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import type { SignalLimitName } from './signal.ts'

type Given = Shape<typeof webhookParameters>
/** Parameters specific to some channels; `fails_in_a_row`, `no_data_periods` and the limits of standing conditions apply to all. */
export type WebhookParameterName = Exclude<
  keyof Given,
  'fails_in_a_row' | 'no_data_periods' | 'repeat' | SignalLimitName
>

/** A parameter of a channel: its field in the form, its validation, and whether it is secret. */
export type WebhookParameter = {
  readonly name: WebhookParameterName
  readonly label: string
  /**
   * Input and validation: `emails` and `phones` are one or several separated by commas, `template` is text with `{{ … }}`, `headers` has
   * one header per line, `monitor`, `workflow` and `token` are ids.
   */
  readonly kind:
    | 'url'
    | 'text'
    | 'secret'
    | 'emails'
    | 'phones'
    | 'template'
    | 'choice'
    | 'headers'
    | 'monitor'
    | 'workflow'
    | 'token'
  readonly required: boolean
  /** Help text for the form field. */
  readonly hint: string
  /** Encrypted at rest and shown as a mask: every `secret`, and URLs that give access to anyone who knows them. */
  readonly isSecret: boolean
  readonly choices?: readonly { readonly value: string; readonly words: string }[]
  /** Default value. */
  readonly initial?: string
  /** What the receiver accepts. Values with placeholders are not checked, because they are filled in later. */
  readonly format?: {
    readonly pattern: RegExp
    readonly range?: readonly [min: number, max: number]
    readonly says: string
    readonly example: string
  }
}

type Brief = Pick<WebhookParameter, 'name' | 'label' | 'hint'> &
  Partial<Pick<WebhookParameter, 'required' | 'isSecret' | 'choices' | 'initial' | 'format'>>

const parameter =
  (kind: WebhookParameter['kind']) =>
  (brief: Brief): WebhookParameter => ({ kind, required: false, isSecret: kind === 'secret', ...brief })

/** Makes a parameter of each kind. */
export const parameterOf = {
  url: parameter('url'),
  text: parameter('text'),
  secret: parameter('secret'),
  emails: parameter('emails'),
  phones: parameter('phones'),
  template: parameter('template'),
  choice: parameter('choice'),
  headers: parameter('headers'),
  monitor: parameter('monitor'),
  workflow: parameter('workflow'),
  token: parameter('token'),
}
