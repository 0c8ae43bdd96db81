import { lockCaller, lockSite, refuseEnded } from '../access/current-rights.ts'
import { refuseOutsider } from '../access/organizations.ts'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import { againAfterDeadlock } from '../store/core/deadlock.ts'
import { eventBatch } from '../store/core/events.ts'
import { doing } from '../store/core/kinds-of-work.ts'
import { keySourceOf } from '../store/key-services/key-services.ts'
import { lockOrganization } from '../store/organizations/members.ts'
import type { RequestContext } from './admit-request.ts'
import { actorOf, writeAudit } from './audit.ts'
import type { Change, Context } from './context.ts'
import { refuseDocuments } from './document-quota.ts'
import { claim, remember } from './idempotency.ts'
import { objectEvents } from './object-events.ts'
import { type HandleOptions, type Operation, type Outcome, organizationOf } from './operation.ts'
import type { AnyInput } from './read-input.ts'
import { refuseNew } from './sent-names.ts'
import { openTurnstile } from './turnstile.ts'
import { withKeys } from './with-keys.ts'

/**
 * Whether a write waits for something else than the store: a provider, a download or a parser. It holds a connection meanwhile, and may
 * take a second one.
 */
const waitsElsewhere = ({ name, endpoint: { limit, reaches, upload } }: Operation): boolean =>
  limit === 'fetch' || upload !== undefined || (reaches === true && name.startsWith('token.'))

/** The pool has 20 connections, and all other work needs some. */
const turnstile = openTurnstile({ most: 6, ofProject: 3 })
/** Writes to one organization follow each other anyway: more of them would only hold connections. */
const organizations = openTurnstile({ most: 6, ofProject: 2 })

/** Runs a handler that writes. Those that wait for something else than the store take turns, before they take a connection. */
export const handleWrite = (
  operation: Operation,
  input: AnyInput,
  request: RequestContext,
  repeatKey: string | undefined,
  options: HandleOptions,
): Promise<Outcome> => {
  const work = () => withKeys(options.keyring, () => write(operation, input, request, repeatKey, options))
  // What belongs to an organization counts against whoever calls.
  const whose = request.project?.key ?? actorOf(request.caller).id
  if (whose !== null && waitsElsewhere(operation)) return turnstile(whose, work)
  const org = organizationIn(operation, input)
  return org === null ? work() : organizations(org, work)
}

/** The organization whose ADMINs an endpoint is for; null for other endpoints. */
const organizationIn = ({ endpoint: { access } }: Operation, { params }: AnyInput): string | null =>
  access === 'organization' && typeof params?.org === 'string' ? params.org : null

/** Runs a handler that writes in one transaction with its idempotency key, its live events and its audit entries. */
const write = async (
  operation: Operation,
  input: AnyInput,
  request: RequestContext,
  repeatKey: string | undefined,
  { database, sealing, documentBytes, announce }: HandleOptions,
): Promise<Outcome> => {
  const { name, endpoint, handler } = operation
  const { caller, now } = request
  const project = request.project ?? null
  const by = actorOf(caller).id
  const scope = `${by ?? 'public'}:${caller.kind === 'api_key' && !caller.connection ? '' : (project?.id ?? '')}:${name}`
  const action = endpoint.audit ?? name
  let effects: (() => void)[] = []
  const outcome = await inTransaction(database.db, async (db): Promise<Outcome> => {
    effects = []
    const changes: Change[] = []
    const events = eventBatch()
    const context: Context = {
      ...request,
      db,
      upload: input.upload ?? null,
      record: (change) => changes.push(change),
      tell: (event, key = project?.key) => key !== undefined && events.tell(key, event),
      afterCommit: (effect) => effects.push(effect),
    }
    if (repeatKey !== undefined) {
      const repeat = await claim(db, sealing, { scope, key: repeatKey, body: repeatable(input), now })
      if (repeat) return repeat
    }
    // What waits for another server locks what it needs after that, or all that is done in the organization would wait with it.
    const org = organizationIn(operation, input)
    const isHeld = org !== null && !waitsElsewhere(operation)
    if (isHeld) {
      // Before its key is read: that locks the organization for reading, and two writes that both did so could not go on.
      await lockOrganization(db, org)
      // Who lost the right to the change that held the lock before does nothing with it.
      const outside = await refuseOutsider(db, caller, org, endpoint.effect, now)
      if (outside) return outside
    }
    if (endpoint.access === 'site') {
      if (!waitsElsewhere(operation) && endpoint.limit !== 'send') await lockSite(db)
      const ended = await refuseEnded(db, caller, now)
      if (ended) return ended
    }
    const keyOf = organizationOf(input, request)
    const source = org !== null && !isHeld ? null : await keySourceOf(db, sealing, keyOf)
    const result = await sealing.within(source, () => handler(input, context))
    if (result instanceof Refusal) return result
    // Another server may have taken its time, and whoever called may have been signed out for a reason.
    if (waitsElsewhere(operation)) {
      await lockCaller(db, caller)
      const ended = await refuseEnded(db, caller, now)
      if (ended) return ended
    }
    const misnamed = refuseNew(input.names, changes)
    if (misnamed) return misnamed
    const full = project && endpoint.effect === 'write' ? await refuseDocuments(db, project.key, documentBytes) : null
    if (full) return full
    for (const change of changes) {
      const home = change.project ?? project
      if (home) for (const event of objectEvents(action, [change], by)) events.tell(home.key, event)
    }
    for (const change of changes) {
      const key = (change.project ?? project)?.key
      if (key !== undefined && !events.has(key)) events.tell(key, { type: 'audit' })
    }
    if (await events.write(db, now)) effects.push(announce)
    const done = { status: endpoint.status, answer: result }
    if (repeatKey !== undefined) await remember(db, sealing, scope, repeatKey, done)
    // Last, since the project's chain of entries is held from here to the commit.
    await writeAudit(sealing, context, { action, changes, project })
    return done
  })
  if (!(outcome instanceof Refusal)) for (const effect of effects) effect()
  return outcome
}

/** The parts of an input that are the same when it is sent again: not the place where its file was stored. */
const repeatable = ({ upload, ...input }: AnyInput) =>
  upload ? { ...input, upload: { ...upload, contentKey: null } } : input

/**
 * Commits what was done, or nothing of it where the outcome is a refusal that keeps nothing. Work that PostgreSQL rolled back to end a
 * deadlock begins anew.
 */
const inTransaction = (db: Db, work: (db: Db) => Promise<Outcome>): Promise<Outcome> =>
  againAfterDeadlock(() => tryTransaction(db, work))

const tryTransaction = async (db: Db, work: (db: Db) => Promise<Outcome>): Promise<Outcome> => {
  // What people write may be checked with a provider meanwhile.
  const trx = await doing('provider', () => db.startTransaction().execute())
  try {
    const outcome = await work(trx)
    if (outcome instanceof Refusal && !outcome.keepsWrites) await trx.rollback().execute()
    else await trx.commit().execute()
    return outcome
  } catch (error) {
    // The connection may be what failed: then there is nothing left to roll back.
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => {})
    throw error
  }
}
