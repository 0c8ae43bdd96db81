import type { auditEntry } from '../../contract/audit/audits.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { changeLines } from './audit-lines.ts'

type Entry = Shape<typeof auditEntry>
type Change = Entry['changes'][number]

/** Deeds that say more, or something else, than their verb. */
const DEEDS: Readonly<Record<string, string>> = {
  'session.sign-in': 'signed in',
  'session.fail': 'failed to sign in: the password was wrong, or nobody has that address',
  'session.end': 'signed out',
  'account.register': 'registered',
  'account.verify': 'confirmed the address',
  'account.send-verification': 'asked for the mail that confirms the address',
  'account.ask-reset': 'asked for a link to reset the password',
  'account.reset-password': 'chose a new password by the link in a mail',
  'account.change-password': 'changed the password',
  'recipient.confirm': 'confirmed that it wants the alerts',
  'recipient.ask': 'was asked once more whether it wants the alerts',
  'account.block': 'blocked the account',
  'account.unblock': 'unblocked the account',
  'agent.register': 'joined',
  'setup.complete': 'set up this installation',
  'monitor.run': 'ran it on demand',
  'project.leave': 'left the project',
}

/** Verbs whose entries are told by what they changed. */
const TOLD_BY_CHANGES: ReadonlySet<string> = new Set(['update', 'judge', 'snooze', 'set', 'change', 'rename'])

const IRREGULAR: Readonly<Record<string, string>> = {
  run: 'ran',
  send: 'sent',
  set: 'set',
  reset: 'reset',
  leave: 'left',
  take: 'took',
  give: 'gave',
  begin: 'began',
  make: 'made',
  put: 'put',
  forget: 'forgot',
}

const past = (verb: string): string => {
  const known = IRREGULAR[verb]
  if (known) return known
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  return `${verb}ed`
}

/** What a verb made of its object, in plain words: `send-test` is "sent test". */
export const deedWords = (action: string): string => {
  const known = DEEDS[action]
  if (known) return known
  const [first = 'change', ...rest] = (action.split('.')[1] ?? action).split('-')
  return [past(first), ...rest].join(' ')
}

/** The kind of a thing in words: `api_key` is "api key". */
export const kindWords = (type: string): string =>
  type === 'key' || type === 'api_key' ? 'API key' : type.replaceAll('_', ' ')

/** A field by the end of its path: "follow redirects" of `request.follow_redirects`. */
const fieldWords = (path: string): string => {
  const names = path.split('.').filter((name) => name !== '')
  const last = names.at(-1) ?? ''
  const name = last === 'conditions' && names.length > 1 ? 'conditions' : last
  return name.replaceAll('_', ' ') || 'everything'
}

const SHORT = 48

const isShort = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.length <= SHORT && !value.includes('\n')) || typeof value === 'number'

const quoted = (value: string | number): string => (typeof value === 'number' ? String(value) : `“${value}”`)

const counted = (many: number, what: string): string => `${many} ${what}`

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** One change as a clause: "renamed “a” to “b”", "set timeout seconds to 5", "added 1 to headers". */
const changeWords = ({ path, before, after }: Change): string => {
  const field = fieldWords(path)
  if (path === 'name' || path.endsWith('.name'))
    if (isShort(before) && isShort(after)) return `renamed ${quoted(before)} to ${quoted(after)}`
  if (path === 'enabled' && typeof after === 'boolean') return after ? 'switched it on' : 'switched it off'
  if (before === 'changed' || after === 'changed') {
    if (isEmpty(after)) return `removed the ${field}`
    return isEmpty(before) ? `set a ${field}` : `changed the ${field}`
  }
  if (path === 'attached') return isEmpty(before) ? 'put a monitor on it' : 'took a monitor off it'
  if (Array.isArray(before) || Array.isArray(after)) {
    const { added, removed } = changeLines({ path, before, after })
    if (added.length > 0 && removed.length > 0) return `changed the ${field}`
    if (added.length > 0) return `added ${counted(added.length, `to the ${field}`)}`
    return removed.length > 0 ? `took ${counted(removed.length, `off the ${field}`)}` : `reordered the ${field}`
  }
  if (typeof after === 'boolean') return `switched ${field} ${after ? 'on' : 'off'}`
  if (isEmpty(after)) return `cleared the ${field}`
  if (isEmpty(before)) return isShort(after) ? `set the ${field} to ${quoted(after)}` : `set the ${field}`
  return isShort(before) && isShort(after)
    ? `changed the ${field} from ${quoted(before)} to ${quoted(after)}`
    : `changed the ${field}`
}

/** What counts most comes first: a name, then whether it is on, then what is short enough to be told. */
const weight = ({ path, before, after }: Change): number => {
  if (path === 'name' || path.endsWith('.name')) return 0
  if (path === 'enabled' || path === 'conditions') return 1
  return isShort(before) && isShort(after) ? 2 : 3
}

/** An entry in one line, without its actor and its object: "renamed “a” to “b”, and changed 2 more fields". */
export const entryWords = ({ action, changes }: Pick<Entry, 'action' | 'changes'>): string => {
  const verb = action.split('.')[1] ?? ''
  if (!TOLD_BY_CHANGES.has(verb) && !/^(attach|detach)/.test(verb)) return deedWords(action)
  const [first, ...rest] = [...changes].sort((a, b) => weight(a) - weight(b))
  if (!first) return 'changed nothing'
  const more = rest.length
  return `${changeWords(first)}${more === 0 ? '' : `, and changed ${more} more ${more === 1 ? 'field' : 'fields'}`}`
}
