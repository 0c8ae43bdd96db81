import { timingSafeEqual } from 'node:crypto'
import { contract } from '../../contract/contract.ts'
import { passwordProblems } from '../../domain/password-rules.ts'
import { formatTime } from '../../domain/wire-time.ts'
import { firstAccount, setUp } from '../access/setup.ts'
import type { Handlers } from '../http/context.ts'
import { openapi } from '../http/openapi.ts'
import { firstAdmin } from '../identity/tenant.ts'
import { listMail } from '../mail/outbox.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/database.ts'
import { hashOf } from '../store/identifiers.ts'
import { emailProblems } from './registration.ts'

type Names = 'health.read' | 'openapi.read' | 'setup.complete' | 'outbox.list'

export const systemHandlers = (services: Services): Pick<Handlers, Names> => {
  let description: object | undefined
  return {
    'health.read': async () => {
      const { store, scheduler, lagMs } = await services.health()
      if (!store || !scheduler)
        return new Refusal(
          503,
          'unavailable',
          `Not ready: ${store ? 'the scheduler is not running' : 'the store is not reachable'}.`,
        )
      return { status: 'ready', version: services.version, store, scheduler, schedule_lag_ms: lagMs }
    },

    'openapi.read': async () => {
      description ??= openapi(contract, services.version)
      return description
    },

    'setup.complete': async ({ body }, context) => {
      const alreadyDone = new Refusal(409, 'conflict', 'This installation is already set up.')
      const expected = await services.setupToken()
      if (expected === null) return alreadyDone
      if (!timingSafeEqual(hashOf(body.token), hashOf(expected)))
        return new Refusal(403, 'forbidden', 'token is not the one that the server printed when it started.')
      const first = firstOf(services, body, context.now)
      if (first instanceof Refusal) return first
      const made = await setUp(
        context.db,
        { organization: body.organization ?? 'My organization', project: body.project ?? 'My project' },
        first,
        context.now,
      )
      if (!made) return alreadyDone
      context.record({ resource: { type: 'account', id: made.account_id, name: body.email } })
      return made
    },

    'outbox.list': async ({ query }, { db }) => {
      const { mails, nextCursor } = await listMail(db, services.sealing, query)
      return {
        meta: { more: nextCursor !== null, next_cursor: nextCursor },
        results: mails.map((mail) => ({ ...mail, created: formatTime(mail.created) })),
      }
    },
  }
}

/** Whose installation it will be: a new account with a password, or the one whom the operator named of the tenant. */
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
        'A tenant signs people in: name the first admin in SONDE_AUTH_ADMIN, and start again.',
      )
    )
  if (password === undefined) problems.push({ field: 'password', code: 'required', message: 'password is missing.' })
  else problems.push(...passwordProblems(password, email))
  return problems.length > 0 || password === undefined ? invalid(problems) : firstAccount({ email, password }, now)
}
