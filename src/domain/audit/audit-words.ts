import type { auditEntry } from '../../contract/audit/audits.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { changeLines } from './audit-lines.ts'

type Entry = Shape<typeof auditEntry>
type Change = Entry['changes'][number]

/** Actions whose words differ from their verb. */
const DEEDS: Readonly<Record<string, string>> = {
  'session.sign-in': 'signed in',
  'session.fail': 'failed to sign in: wrong password or unknown address',
  'session.end': 'signed out',
  'account.register': 'registered',
  'account.verify': 'confirmed the address',
  'account.send-verification': 'requested a confirmation mail',
  'account.ask-reset': 'requested a password reset link',
  'account.reset-password': 'set a new password through a link sent by mail',
  'account.change-password': 'changed the password',
  'recipient.confirm': 'confirmed the alert mails',
  'recipient.ask': 'was asked again to confirm the alert mails',
  'account.block': 'blocked the account',
  'account.unblock': 'unblocked the account',
  'account.permit': 'changed the site permission',
  'account.mail-verification': 'mailed the confirmation link again',
  'account.mail-reset': 'mailed a password reset link',
  'project.enter': 'opened the project',
  'agent.register': 'joined',
  'setup.complete': 'set up this installation',
  'monitor.run': 'ran it on demand',
  'project.leave': 'left the project',
}

/** Verbs whose entries are described by their changes. */
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

/** Describes an action in the past tense: `send-test` is "sent test". */
export const actionWords = (action: string): string => {
  const known = DEEDS[action]
  if (known) return known
  const [first = 'change', ...rest] = (action.split('.')[1] ?? action).split('-')
  return [past(first), ...rest].join(' ')
}

/** The words for a kind of resource: `api_key` is "API key". */
export const kindWords = (type: string): string =>
  type === 'key' || type === 'api_key' ? 'API key' : type.replaceAll('_', ' ')

/** The words for a field, from the end of its path: "follow redirects" for `request.follow_redirects`. */
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

const isName = (path: string): boolean => path === 'name' || path.endsWith('.name')

/** Describes one change as a clause: "renamed “a” to “b”", "set timeout seconds to 5", "added 1 to headers". */
const changeWords = ({ path, before, after }: Change): string => {
  const field = fieldWords(path)
  if (isName(path)) if (isShort(before) && isShort(after)) return `renamed ${quoted(before)} to ${quoted(after)}`
  if (path === 'enabled' && typeof after === 'boolean') return after ? 'enabled it' : 'disabled it'
  if (before === 'changed' || after === 'changed') {
    if (isEmpty(after)) return `removed the ${field}`
    return isEmpty(before) ? `set a ${field}` : `changed the ${field}`
  }
  if (path === 'attached') return isEmpty(before) ? 'added a monitor to it' : 'removed a monitor from it'
  if (Array.isArray(before) || Array.isArray(after)) {
    const { added, removed } = changeLines({ path, before, after })
    if (added.length > 0 && removed.length > 0) return `changed the ${field}`
    if (added.length > 0) return `added ${counted(added.length, `to the ${field}`)}`
    return removed.length > 0 ? `removed ${counted(removed.length, `from the ${field}`)}` : `reordered the ${field}`
  }
  if (typeof after === 'boolean') return `turned ${field} ${after ? 'on' : 'off'}`
  if (isEmpty(after)) return `cleared the ${field}`
  if (isEmpty(before)) return isShort(after) ? `set the ${field} to ${quoted(after)}` : `set the ${field}`
  return isShort(before) && isShort(after)
    ? `changed the ${field} from ${quoted(before)} to ${quoted(after)}`
    : `changed the ${field}`
}

/** Sort order of changes: names first, then enabled and conditions, then short values. */
const weight = ({ path, before, after }: Change): number => {
  if (isName(path)) return 0
  if (path === 'enabled' || path === 'conditions') return 1
  return isShort(before) && isShort(after) ? 2 : 3
}

/** Changes without a second one of the same name: entries have it beside the document, which has it too. */
const withoutSameName = (changes: readonly Change[]): readonly Change[] => {
  const name = changes.find(({ path }) => path === 'name')
  const isSame = (each: Change) =>
    each !== name && isName(each.path) && each.before === name?.before && each.after === name?.after
  return name ? changes.filter((each) => !isSame(each)) : changes
}

/** Describes an entry in one line, without actor and object: "renamed “a” to “b”, and changed 2 more fields". */
export const entryWords = ({ action, changes }: Pick<Entry, 'action' | 'changes'>): string => {
  const verb = action.split('.')[1] ?? ''
  if (!TOLD_BY_CHANGES.has(verb) && !/^(attach|detach)/.test(verb)) return actionWords(action)
  const [first, ...rest] = withoutSameName(changes).toSorted((a, b) => weight(a) - weight(b))
  if (!first) return 'changed nothing'
  const more = rest.length
  return `${changeWords(first)}${more === 0 ? '' : `, and changed ${more} more ${more === 1 ? 'field' : 'fields'}`}`
}
