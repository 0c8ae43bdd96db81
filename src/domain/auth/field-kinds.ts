import type { authSettings, GRANTS } from '../../contract/auth/auth-settings.ts'
import type { tokens } from '../../contract/auth/tokens.ts'
import type { Draft } from '../../contract/core/resource.ts'

type Given = Draft<typeof authSettings>
/** A setting that belongs to some types; the others belong to all. */
export type SettingName = Exclude<keyof Given['settings'], 'auth_type' | 'allowed_origins' | 'custom_variables'>
export type KeyName = keyof NonNullable<Given['keys']>
export type TokenValueName = Exclude<keyof Draft<typeof tokens>['token'], 'expire_time'>

/**
 * Input and validation of a field: `url` is an address, `key` a private key, `pairs` named templates, `map` named values, `words` a list
 * of words, `flag` yes or no.
 */
type Kind = 'text' | 'url' | 'secret' | 'key' | 'choice' | 'flag' | 'number' | 'pairs' | 'map' | 'words' | 'grants'

/** One field of a type's settings or keys. */
export type SettingField = {
  readonly name: SettingName | KeyName
  readonly label: string
  readonly kind: Kind
  readonly hint: string
  readonly required?: boolean
  readonly choices?: readonly { readonly value: string; readonly words: string }[]
  readonly initial?: string
  /** Shown only on demand. */
  readonly isAdvanced?: boolean
  /** Only these grants use it; they require it. */
  readonly forGrants?: readonly (typeof GRANTS)[number][]
}

/** One value of a type's tokens. */
export type TokenField = {
  readonly name: TokenValueName
  readonly label: string
  readonly isSecret?: boolean
  readonly required?: boolean
  readonly hint?: string
}

const field =
  (kind: Kind) =>
  (brief: Omit<SettingField, 'kind'>): SettingField => ({ kind, ...brief })

export const text = field('text')
export const url = field('url')
export const secret = field('secret')
export const key = field('key')
export const choice = field('choice')
export const flag = field('flag')
export const number = field('number')
export const pairs = field('pairs')
export const map = field('map')
export const words = field('words')
export const grants = field('grants')

/** Names of fields that are keys of the client rather than settings. */
const KEY_NAMES: readonly KeyName[] = ['client_id', 'client_secret', 'private_key']

/** Whether a field is a key of the client. */
export const isKeyName = (name: string): name is KeyName => KEY_NAMES.some((known) => known === name)
