import { sql } from 'kysely'
import { type EventGroup, MAIL_GROUPS } from '../../domain/mail/mail-groups.ts'
import { mailsSince, queueWrittenMail } from '../mail/outbox.ts'
import { type MailContent, renderMail } from '../mail/template.ts'
import { unsubscribeAddress, unsubscribeHeaders } from '../mail/unsubscribe.ts'
import { type Owner, ownersOf, tokenOwners } from '../store/accounts/project-owners.ts'
import type { Database, Db } from '../store/core/database.ts'
import { endedBy } from '../store/mail/mail-groups.ts'
import { NOTICE_MAIL, notificationKinds } from '../store/notifications/notifications.ts'
import { inProject } from './addresses.ts'
import type { Installation } from './digest-mail.ts'

const HOUR_MS = 3_600_000
/** Maximum mails of one group to an address within an hour. The app shows all notifications. */
const MAX_PER_HOUR = 10
/** Notifications of one round. */
const AT_ONCE = 200

/** A notification that people are mailed about. */
type Due = {
  key: number
  kind: number
  about: string | null
  title: string
  text: string
  project_key: number
  project_id: string
  project_name: string
  object_key: number
  object_id: string | null
}

/** The group of each kind of notification that is mailed. */
const GROUPS: Readonly<Record<number, EventGroup>> = {
  [notificationKinds.code('delivery_error')]: 'undelivered',
  [notificationKinds.code('token')]: 'tokens',
  [notificationKinds.code('quota')]: 'quota',
}

const BECAUSE: Readonly<Record<EventGroup, string>> = {
  undelivered: 'You get this because you own a project whose alert could not be delivered.',
  tokens: 'You get this because the token is yours, or of a project that you own.',
  quota: 'You get this because you own a project that comes close to a limit of this server.',
}

const MANY: Readonly<Record<EventGroup, (count: number) => string>> = {
  undelivered: (count) => `${count} alerts could not be delivered`,
  tokens: (count) => `${count} tokens need you`,
  quota: (count) => `${count} limits are almost or completely used`,
}

/** Takes notifications whose mail is due; other servers skip them. */
const takeDue = async (tx: Db): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    with due as (
      select key from notification where mail = ${NOTICE_MAIL.due} order by key limit ${AT_ONCE} for update skip locked),
    taken as (
      update notification n set mail = ${NOTICE_MAIL.written} from due where n.key = due.key
      returning n.key, n.kind, n.about, n.title, n.text, n.project_key, n.webhook_key)
    select t.key, t.kind, t.about, t.title, t.text, t.project_key, p.id as project_id, p.name as project_name,
      t.webhook_key as object_key, o.id as object_id
    from taken t join project p on p.key = t.project_key and p.removed is null left join object o on o.key = t.webhook_key
    order by t.key`.execute(tx)
  return rows
}

/** The people of each notification: the owner of a token while they are a member, else the owners of the project. */
const recipientsOf = async (tx: Db, due: readonly Due[]): Promise<(one: Due) => readonly Owner[]> => {
  const owners = await ownersOf(tx, [...new Set(due.map(({ project_key }) => project_key))])
  const isToken = ({ kind }: Due) => GROUPS[kind] === 'tokens'
  const ofTokens = await tokenOwners(
    tx,
    due.filter(isToken).map(({ object_key }) => object_key),
  )
  return (one) => {
    const own = isToken(one) ? ofTokens.get(one.object_key) : undefined
    return own ? [own] : owners.filter(({ project_key }) => project_key === one.project_key)
  }
}

/**
 * Writes the mail about notifications that people are mailed about, one for each person and group, in the transaction that marks them: each
 * is written once with any number of servers and interruptions. Returns whether there may be more.
 */
export const writeNoticeMail = async (
  options: Installation & { readonly database: Database; readonly clock: () => number },
): Promise<{ more: boolean; written: number }> =>
  options.database.db.transaction().execute(async (tx) => {
    const now = options.clock()
    const due = await takeDue(tx)
    const peopleOf = await recipientsOf(tx, due)
    let written = 0
    for (const group of new Set(due.flatMap(({ kind }) => GROUPS[kind] ?? []))) {
      const people = new Map<string, { owner: Owner; notices: Due[] }>()
      for (const notice of due.filter(({ kind }) => GROUPS[kind] === group))
        for (const owner of peopleOf(notice)) {
          const found = people.get(owner.account_id) ?? { owner, notices: [] }
          people.set(owner.account_id, { owner, notices: [...found.notices, notice] })
        }
      const ended = await endedBy(tx, group, [...people.keys()])
      for (const { owner, notices } of people.values())
        if (!ended.has(owner.account_id) && (await queue(tx, options, { group, owner, notices, now }))) written += 1
    }
    return { more: due.length === AT_ONCE, written }
  })

type Letter = { group: EventGroup; owner: Owner; notices: readonly Due[]; now: number }

const queue = async (
  tx: Db,
  { sealing, url }: Installation,
  { group, owner, notices, now }: Letter,
): Promise<boolean> => {
  const kind = `notice-${group}`
  const sent = await mailsSince(tx, { to: owner.email, kinds: [kind], since: now - HOUR_MS })
  if (sent.count >= MAX_PER_HOUR) return false
  const address = unsubscribeAddress(sealing, url, {
    ends: 'subscription',
    accountId: owner.account_id,
    kind: group,
    projectId: null,
    address: owner.email,
  })
  await queueWrittenMail(tx, sealing, {
    kind,
    to: owner.email,
    letter: letterOf({ group, owner, notices, now }, url, address),
    headers: unsubscribeHeaders(address),
    now,
  })
  return true
}

/** The page that a notification is about, in its project. */
const pageOf = (url: string, { kind, about, object_id, project_id }: Due): string => {
  const group = GROUPS[kind]
  const ofQuota = about === 'files' ? '/files/' : '/tests/'
  const ofObject = group === 'tokens' ? `/tokens/token/${object_id}/` : `/webhooks/${object_id}`
  const path = group === 'quota' ? ofQuota : object_id === null ? '/notifications/' : ofObject
  return inProject(url + path, { id: project_id })
}

const LINK: Readonly<Record<EventGroup, (about: string | null) => string>> = {
  undelivered: () => 'Open the alert',
  tokens: () => 'Open the token',
  quota: (about) => (about === 'files' ? 'Open the files' : 'Open the monitors'),
}

const letterOf = ({ group, owner, notices }: Letter, url: string, unsubscribe: string): MailContent => {
  const [first, ...others] = notices
  if (!first) throw new Error('A mail about notifications needs one.')
  const end = {
    because: `${BECAUSE[group]} It belongs to the mail group “${MAIL_GROUPS[group].title}”.`,
    unsubscribe: { words: 'Unsubscribe', address: unsubscribe },
  }
  if (others.length === 0)
    return renderMail({
      subject: `[${first.project_name}] ${first.title}`,
      paragraphs: [
        `Hello ${owner.name}, this is about the project “${first.project_name}”.`,
        `${first.title}. ${first.text}`,
      ],
      link: { words: LINK[group](first.about), address: pageOf(url, first) },
      ...end,
    })
  return renderMail({
    subject: MANY[group](notices.length),
    paragraphs: [`Hello ${owner.name}, ${MANY[group](notices.length)}.`],
    link: {
      words: 'Open the notifications',
      address: inProject(`${url}/notifications/`, { id: first.project_id }),
    },
    tables: [...new Map(notices.map((notice) => [notice.project_id, notice.project_name]))].map(([id, name]) => ({
      title: name,
      columns: [MAIL_GROUPS[group].title],
      rows: notices
        .filter(({ project_id }) => project_id === id)
        .map((notice) => ({ name: { words: notice.title, address: pageOf(url, notice) }, cells: [] })),
    })),
    ...end,
  })
}
