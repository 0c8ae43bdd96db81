import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { sessions } from '../../../contract/identity/sessions.ts'
import { faultSummary } from '../../../domain/core/fault-summary.ts'
import type { IpBlock } from '../../../domain/core/ip-address.ts'
import { knownDevice } from '../../access/known-device.ts'
import { passwordMatches, simulatePasswordCheck } from '../../access/password.ts'
import { countPasswordAttempt, mayAuditFailure } from '../../access/password-attempts.ts'
import { clientAddress } from '../../http/client-address.ts'
import type { HandlersPart } from '../../http/context.ts'
import { forbidden, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountByEmail, accountById } from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/core/database.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'
import { providerButtons } from '../../store/federation/identity-providers.ts'
import { readChallenge } from '../../store/identity/challenges.ts'
import { endSignIn } from '../../store/identity/sign-ins.ts'
import { auditFailure, auditSession, elsewhere, goOn, over, secondStepOf } from './complete-sign-in.ts'

const blocked = forbidden('This account is blocked: ask an administrator of this installation.')
const wrong = new Refusal(401, 'unauthenticated', 'The email address or password is wrong.')

export const sessionHandlers = (services: Services) => {
  const { provider, sealing, url } = services
  return {
    'session.read': async ({ params }, { db, exchange, now }) => {
      if (!provider) return elsewhere
      const asked = await provider.asked(exchange, params.uid)
      if (!asked) return over
      const pending = await readChallenge(db, 'second-step', params.uid, now)
      return {
        client: { id: asked.clientId, name: asked.clientName },
        login_hint: asked.hint,
        prompt: asked.prompt,
        second_step: pending?.accountId ? await secondStepOf(db, pending.accountId) : null,
        providers: await providerButtons(db),
      }
    },

    'session.sign-in': async ({ params, body }, context) => {
      if (!provider) return elsewhere
      const { db, exchange, ip, now } = context
      // A page of another site could post here with the browser's cookies and sign the browser in to a foreign account.
      if (exchange.request.headers.origin !== url) return forbidden(`Sign in at ${url}.`)
      const asked = await provider.asked(exchange, params.uid)
      if (asked?.prompt !== 'login') return over

      const account = await accountByEmail(db, body.email)
      const device = account ? knownDevice(exchange.request, sealing, account.id) : null
      const guess = await countPasswordAttempt(db, { email: body.email, ip, device }, now)
      if (guess.waitMs > 0) return tooManyTries(guess.waitMs)
      const isRight = account?.password_hash
        ? await passwordMatches(body.password, account.password_hash)
        : await simulatePasswordCheck(body.password)
      if (!account || !isRight || account.blocked !== null) {
        if (await mayAuditFailure(db, now)) await auditFailure(sealing, context, account)
        // Only someone who knows the password learns that the account exists and is blocked.
        return account && isRight ? blocked : wrong
      }

      await guess.wasRight()
      return goOn(services, context, { uid: params.uid, account, amr: ['pwd'] })
    },

    'session.end': async (_, { caller, db, record }) => {
      if (caller.kind !== 'account') return forbidden('An API key has no session to end.')
      if (caller.signIn) await endSignIn(db, caller.signIn)
      record({ resource: { type: 'account', id: caller.accountId, name: caller.email } })
      return null
    },
  } satisfies HandlersPart<typeof sessions>
}

type ProviderAudit = {
  readonly db: Db
  readonly sealing: SecretCipher
  readonly clock: () => number
  readonly trustProxy: readonly IpBlock[]
  readonly log: (line: string) => void
}

/**
 * Writes an audit entry when the provider signs a browser out, or when a person in a browser signs another device in; `client` is the
 * program that is signed in.
 */
export const auditProvider =
  (action: 'session.sign-in' | 'session.end', options: ProviderAudit) =>
  (accountId: string, request: IncomingMessage, client?: string): void => {
    const { db, sealing, clock, trustProxy, log } = options
    const source = {
      db,
      now: clock(),
      ip: clientAddress(request, trustProxy),
      userAgent: request.headers['user-agent'] ?? null,
      requestId: randomUUID(),
    }
    accountById(db, accountId)
      .then(
        (account) =>
          account && auditSession(sealing, source, action, account, client === undefined ? undefined : { client }),
      )
      .catch((cause: unknown) => log(`audit: ${faultSummary(cause)}`))
  }
