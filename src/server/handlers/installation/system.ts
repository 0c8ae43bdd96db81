import { timingSafeEqual } from 'node:crypto'
import { served } from '../../../contract/aliases.ts'
import type { system } from '../../../contract/installation/system.ts'
import { shownName } from '../../../domain/core/shown-name.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { passwordProblems } from '../../../domain/identity/password-rules.ts'
import { firstAccount, setUp } from '../../access/setup.ts'
import type { HandlersOf } from '../../http/context.ts'
import { openapi } from '../../http/openapi.ts'
import { firstAdmin } from '../../identity/tenant.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { type Services, STORING_STALLED_MS } from '../../services.ts'
import type { Db } from '../../store/core/database.ts'
import { hashOf } from '../../store/core/identifiers.ts'
import { emailProblems } from '../identity/registration.ts'

const NO_STORE = 'the store cannot be reached, or takes no writes'
const NO_STORING = `results have waited for more than ${STORING_STALLED_MS / 1_000} seconds to be stored`
const NO_SCHEDULER = 'the scheduler is not running'
/** Reasons why no monitor is run at the location of the embedded agent. */
const NO_AGENT = {
  away: 'the embedded agent has not joined yet, or has asked for no work for a minute; the server’s log says why',
  revoked: 'the embedded agent was revoked; it joins again when Sonde is restarted',
} as const

export const systemHandlers = (services: Services): HandlersOf<typeof system> => {
  let description: Promise<object> | undefined
  return {
    'health.read': async () => {
      const { store, storing, scheduler, local, lagMs, loopDelayMs, clockStep, lostSettings } = await services.health()
      const parts = [
        [store, NO_STORE],
        [storing, NO_STORING],
        [scheduler, NO_SCHEDULER],
        [local === 'online', local === 'online' ? '' : NO_AGENT[local]],
      ] as const
      const missing = parts.find(([works]) => !works)?.[1] ?? null
      if (missing !== null) return new Refusal(503, 'unavailable', `Not ready: ${missing}.`)
      const clock = clockStep && { stepped_ms: clockStep.steppedMs, at: formatTime(clockStep.at) }
      return {
        status: 'ready',
        version: services.version,
        store,
        scheduler,
        local: local === 'online',
        schedule_lag_ms: lagMs,
        event_loop_delay_ms: loopDelayMs,
        clock,
        lost_database_settings: [...lostSettings],
      }
    },

    'health.live': async () => ({ status: 'alive', version: services.version }),

    'openapi.read': async () => {
      description ??= openapi(served, services.version)
      return description
    },

    'setup.complete': async ({ body }, context) => {
      const alreadyDone = new Refusal(409, 'conflict', 'This installation is already set up.')
      const expected = await services.setupToken()
      if (expected === null) return alreadyDone
      if (!timingSafeEqual(hashOf(body.token), hashOf(expected)))
        return new Refusal(403, 'forbidden', 'token does not match the one that the server printed at its start.')
      const first = firstOf(services, body, context.now)
      if (first instanceof Refusal) return first
      const made = await setUp(
        context.db,
        {
          organization: shownName(body.organization ?? 'My organization'),
          project: shownName(body.project ?? 'My project'),
        },
        first,
        context.now,
      )
      if (!made) return alreadyDone
      await markNew(context.db, made)
      context.record({ resource: { type: 'account', id: made.account_id, name: body.email } })
      return made
    },
  }
}

/** Marks the project as new until its owner first opens it and is guided through it. */
const markNew = (db: Db, { account_id, project_id }: { account_id: string; project_id: string }) =>
  db
    .updateTable('account')
    .set(({ selectFrom }) => ({
      new_project_key: selectFrom('project').select('key').where('id', '=', project_id),
    }))
    .where('id', '=', account_id)
    .execute()

/** Returns the first site admin: a new account with a password, or the configured subject of the tenant. */
const firstOf = (
  { configuration: { auth0 } }: Services,
  { email, password }: { email: string; password?: string },
  now: number,
): ((db: Db) => Promise<string>) | Refusal => {
  const problems = emailProblems(email)
  if (auth0 && problems.length === 0)
    return (
      firstAdmin(auth0, email, now) ??
      new Refusal(
        409,
        'conflict',
        'An identity tenant signs people in here: set SONDE_AUTH_ADMIN to the first admin, and restart the server.',
      )
    )
  if (password === undefined) problems.push({ field: 'password', code: 'required', message: 'password is missing.' })
  else problems.push(...passwordProblems(password, email))
  return problems.length > 0 || password === undefined ? invalid(problems) : firstAccount({ email, password }, now)
}
