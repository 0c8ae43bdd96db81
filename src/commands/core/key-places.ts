import { nounsOf } from './bulk-words.ts'
import type { Command, KeyScope } from './command.ts'
import { keyKindOf, keyScopeOf } from './key-bindings.ts'

/** Where keys act: in a scope, or on the screens of their command's own kind. */
export type KeyPlace = KeyScope | 'own screens'

const TITLES: Readonly<Record<KeyPlace, string>> = {
  anywhere: 'Anywhere',
  'own screens': 'On the screen of alerts, schedules and so on',
  object: 'On the row or the open object',
  list: 'In a list',
  form: 'In a form',
}

/** The places of keys with their titles, in the order in which people read of them. */
export const KEY_PLACES = Object.entries(TITLES) as readonly (readonly [KeyPlace, string])[]

/** The place where the keys of a command act. */
export const keyPlaceOf = (command: Command): KeyPlace =>
  command.keysFor || command.keysOn ? 'own screens' : keyScopeOf(command)

/** A command's title, with its object where keys act on one: “Delete (monitor)”, not “Delete”. */
export const keyTitleOf = (command: Command): string => {
  const kind = keyKindOf(command)
  if (kind === null || command.keysFor) return command.title
  const [noun] = nounsOf(kind)
  return command.title.toLowerCase().includes(noun.toLowerCase()) ? command.title : `${command.title} (${noun})`
}
