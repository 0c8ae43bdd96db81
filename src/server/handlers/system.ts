import { timingSafeEqual } from 'node:crypto'
import { contract } from '../../contract/contract.ts'
import { isEmailAddress } from '../../domain/email-address.ts'
import type { Problem } from '../../domain/problem.ts'
import { setUp } from '../access/setup.ts'
import type { Handlers } from '../http/context.ts'
import { openapi } from '../http/openapi.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { hashOf } from '../store/identifiers.ts'

type Names = 'health.read' | 'openapi.read' | 'setup.complete'

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
      const problems = emailProblems(body.email)
      if (problems.length > 0) return invalid(problems)
      const made = await setUp(
        context.db,
        {
          email: body.email,
          password: body.password,
          organization: body.organization ?? 'My organization',
          project: body.project ?? 'My project',
        },
        context.now,
      )
      if (!made) return alreadyDone
      context.record({ resource: { type: 'account', id: made.account_id, name: body.email } })
      return made
    },
  }
}

const emailProblems = (email: string): Problem[] =>
  isEmailAddress(email)
    ? []
    : [{ field: 'email', code: 'invalid', message: 'email must be an e-mail address such as ada@example.com.' }]
