import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import { refuseOutsider } from '../access/organizations.ts'
import type { Keyring } from '../keys/keyring.ts'
import { Refusal } from '../refusal.ts'
import { KeyAway } from '../store/core/data-keys.ts'
import type { Database, Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { allowWaiting } from '../store/core/session-settings.ts'
import { keySourceOf } from '../store/key-services/key-services.ts'
import { lockOrganization } from '../store/organizations/members.ts'
import { tookTooLong } from '../store/statistics/figures.ts'
import type { RequestContext } from './admit-request.ts'
import type { Answer } from './answer.ts'
import { actorOf, writeAudit } from './audit.ts'
import type { Change, Context, ProjectContext } from './context.ts'
import { claim, remember } from './idempotency.ts'
import { objectEvents } from './object-events.ts'
import type { AnyInput } from './read-input.ts'
import { openTurnstile } from './turnstile.ts'

/** A handler once its endpoint is data: what it takes was parsed, so its own types hold. */
export type AnyHandler = (input: AnyInput, context: Context | ProjectContext) => Promise<unknown>

/** A handler with the endpoint that it answers, by name. */
export type Operation = { name: string; endpoint: AnyEndpoint; handler: AnyHandler }

export type HandleOptions = {
  database: Database
  sealing: SecretCipher
  /** Data keys of organizations. */
  keyring: Keyring
  /** Tells all servers that there are new events for live streams. */
  announce: () => void
}

type Outcome = Answer | Refusal

/** Whether an endpoint's work is one transaction with its audit entry; others, as the work of agents, make their own transactions. */
export const isAudited = ({ effect, audit }: AnyEndpoint): boolean => effect !== 'read' && audit !== null

/** Runs a handler that reads, or that makes its own transactions. */
export const handleRead = async (
  operation: Operation,
  input: AnyInput,
  request: RequestContext,
  options: HandleOptions,
): Promise<Outcome> => {
  const work = () => withKeys(options.keyring, () => read(operation, input, request, options))
  if (!sumsUp(operation)) return work()
  const { project, exchange } = request
  return figures(project?.key ?? VISITORS, async () => {
    // Whoever left while waiting for a turn gets no figures.
    if (exchange.request.socket.destroyed) return LEFT
    try {
      return await work()
    } catch (error) {
      if (tookTooLong(error)) return TOO_LONG
      throw error
    }
  })
}

/** Whether a read adds up the results of many runs, for which it holds a connection and the processor. */
const sumsUp = ({ name }: Operation): boolean =>
  /^((statistics|insights|baseline|objective|report|organization)\.|status-page\.preview$)/.test(name)

/** People of one project wait for each other's charts, and for nobody else's. So do all visitors of public reports. */
const figures = openTurnstile({ most: 8, ofProject: 3 })
/** No project has this key. */
const VISITORS = 0

const LEFT = new Refusal(503, 'unavailable', 'The connection was closed before it was this request’s turn.')
const TOO_LONG = new Refusal(
  503,
  'unavailable',
  'These figures take too long to read: choose a shorter time, longer intervals or fewer monitors.',
)

const read = async (
  { endpoint, handler }: Operation,
  input: AnyInput,
  request: RequestContext,
  { database, sealing }: HandleOptions,
): Promise<Outcome> => {
  const ignore = () => {}
  const upload = input.upload ?? null
  const context = { ...request, db: database.db, upload, record: ignore, tell: ignore, afterCommit: ignore }
  const source =
    endpoint.effect === 'read' ? null : await keySourceOf(database.db, sealing, organizationOf(input, request))
  const result = await sealing.within(source, () => handler(input, context))
  return result instanceof Refusal ? result : { status: endpoint.status, answer: result }
}

/** The organization whose key encrypts the secrets of a request; null if there is none. */
const organizationOf = ({ params }: AnyInput, { project }: RequestContext): string | null =>
  project?.orgId ?? params.org ?? null

/** Data keys that a request may miss one after the other. */
const MOST_KEYS = 4

/** Runs work whose secrets may need data keys: loads those that it misses, and runs it again. */
const withKeys = async (keyring: Keyring, work: () => Promise<Outcome>): Promise<Outcome> => {
  for (let tries = 0; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof KeyAway)) throw error
      if (tries < MOST_KEYS && (await keyring.load([error.keyId]))) continue
      return new Refusal(503, 'unavailable', `${keyring.reasonOf(error.keyId)} Nothing was changed: try again shortly.`)
    }
}

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
  { database, sealing, announce }: HandleOptions,
): Promise<Outcome> => {
  const { name, endpoint, handler } = operation
  const { caller, now } = request
  const project = request.project ?? null
  const by = actorOf(caller).id
  const scope = `${by ?? 'public'}:${caller.kind === 'api_key' && !caller.connection ? '' : (project?.id ?? '')}:${name}`
  const action = endpoint.audit ?? name
  const effects: (() => void)[] = []
  const outcome = await inTransaction(database.db, async (db): Promise<Outcome> => {
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
    const keyOf = organizationOf(input, request)
    const source = org !== null && !isHeld ? null : await keySourceOf(db, sealing, keyOf)
    const result = await sealing.within(source, () => handler(input, context))
    if (result instanceof Refusal) return result
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

/** Commits what was done, or nothing of it where the outcome is a refusal that keeps nothing. */
const inTransaction = async (db: Db, work: (db: Db) => Promise<Outcome>): Promise<Outcome> => {
  const trx = await db.startTransaction().execute()
  try {
    // What people write may be checked with a provider meanwhile.
    await allowWaiting(trx)
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
