import type { factors } from '../../../contract/identity/factors.ts'
import { acceptRecovery, acceptTotp } from '../../access/check-factor.ts'
import { knownDevice } from '../../access/known-device.ts'
import { passkeysAt } from '../../access/passkeys.ts'
import { countFactorAttempt, countPasskey, mayAuditFailure } from '../../access/password-attempts.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { forbidden, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { putChallenge, readChallenge, takeChallenge } from '../../store/identity/challenges.ts'
import { claimPasskeyUse, factorsOf, passkeyOf, recoveryCodesLeft } from '../../store/identity/factors.ts'
import { auditFailure, completeSignIn, elsewhere, over } from './complete-sign-in.ts'

const wrongCode = new Refusal(
  401,
  'unauthenticated',
  'The code is wrong or was used before. Enter the current code of your app.',
)
const wrongRecovery = new Refusal(401, 'unauthenticated', 'This is not an unused recovery code of your account.')
const wrongPasskey = new Refusal(401, 'unauthenticated', 'This passkey does not sign in to an account here.')

/** Handlers for the second step of a sign-in, and for a sign-in with a passkey alone. */
export const secondStepHandlers = (services: Services) => {
  const { provider, sealing, url } = services
  const passkeys = passkeysAt(url)

  /** Refuses requests of other sites, and of browsers without this sign-in; null otherwise. */
  const refuseStranger = async ({ exchange }: Context, uid: string): Promise<Refusal | null> => {
    if (!provider) return elsewhere
    if (exchange.request.headers.origin !== url) return forbidden(`Sign in at ${url}.`)
    return (await provider.asked(exchange, uid))?.prompt === 'login' ? null : over
  }

  /** The account whose password was right in this sign-in; null if none was. */
  const waiting = async ({ db, now }: Context, uid: string) => {
    const pending = await readChallenge(db, 'second-step', uid, now)
    const account = pending?.accountId ? await accountById(db, pending.accountId) : undefined
    return account && account.blocked === null ? { account, amr: amrOf(pending?.payload) } : null
  }

  return {
    'session.second-step': async ({ params, body }, context) => {
      const refusal = await refuseStranger(context, params.uid)
      if (refusal) return refusal
      const { db, exchange, ip, now } = context
      const found = await waiting(context, params.uid)
      if (!found) return over
      const { account, amr } = found
      const device = knownDevice(exchange.request, sealing, account.id)
      const guess = await countFactorAttempt(db, { accountId: account.id, ip, device }, now)
      if (guess.waitMs > 0) return tooManyTries(guess.waitMs)
      const isRecovery = body.method === 'recovery'
      const accept = isRecovery ? acceptRecovery : acceptTotp
      if (!(await accept({ db, sealing, now }, account.id, body.code))) {
        if (await mayAuditFailure(db, now)) await auditFailure(sealing, context, account)
        return isRecovery ? wrongRecovery : wrongCode
      }
      await guess.wasRight()
      if (!(await takeChallenge(db, 'second-step', params.uid, now))) return over
      const methods = [...amr, 'otp', 'mfa']
      const redirect_to = await completeSignIn(services, context, { uid: params.uid, account, amr: methods })
      if (redirect_to instanceof Refusal) return redirect_to
      return { redirect_to, recovery_codes_left: isRecovery ? await recoveryCodesLeft(db, account.id) : null }
    },

    'session.passkey-options': async ({ params }, context) => {
      const refusal = await refuseStranger(context, params.uid)
      if (refusal) return refusal
      const { db, now } = context
      const accountId = (await waiting(context, params.uid))?.account.id ?? null
      const options = await passkeys.request(accountId ? await passkeysOf(context, accountId) : null)
      const payload = { challenge: options.challenge }
      await putChallenge(db, 'passkey', params.uid, { accountId, payload }, now)
      return { options }
    },

    'session.passkey': async ({ params, body }, context) => {
      const refusal = await refuseStranger(context, params.uid)
      if (refusal) return refusal
      const { db, ip, now } = context
      const waitMs = await countPasskey(db, ip, now)
      if (waitMs > 0) return tooManyTries(waitMs)
      const asked = await takeChallenge(db, 'passkey', params.uid, now)
      if (!asked) return new Refusal(409, 'conflict', 'This took too long: try the passkey again.')
      const isSecond = asked.accountId !== null
      const found = isSecond ? await waiting(context, params.uid) : null
      // The password was checked for one account: a passkey of another does not complete that sign-in.
      if (isSecond && found?.account.id !== asked.accountId) return over
      const passkey = await passkeyOf(db, body.credential_id)
      const owner = passkey && (!isSecond || passkey.account_id === asked.accountId) ? passkey : null
      const account = owner ? await accountById(db, owner.account_id) : undefined
      const challenge = String(asked.payload.challenge)
      const counter = owner && (await passkeys.signed(body, owner, { challenge, verifiesUser: !isSecond }))
      const isRight = owner && counter !== null && (await claimPasskeyUse(db, owner.id, counter, now))
      if (!isRight || !account) {
        if (await mayAuditFailure(db, now)) await auditFailure(sealing, context, account)
        return wrongPasskey
      }
      if (account.blocked !== null)
        return forbidden('This account is blocked: ask an administrator of this installation.')
      if (isSecond && !(await takeChallenge(db, 'second-step', params.uid, now))) return over
      const key = owner.synced ? 'swk' : 'hwk'
      // Without a password, the authenticator checked a fingerprint or a PIN.
      const amr = [...(found?.amr ?? []), key, ...(isSecond ? [] : ['user']), 'mfa']
      const redirect_to = await completeSignIn(services, context, { uid: params.uid, account, amr })
      return redirect_to instanceof Refusal ? redirect_to : { redirect_to }
    },
  } satisfies HandlersPart<typeof factors>
}

const passkeysOf = async ({ db }: Context, accountId: string) =>
  (await factorsOf(db, accountId)).filter(({ kind }) => kind === 'passkey')

const amrOf = (payload: Readonly<Record<string, unknown>> | undefined): string[] =>
  Array.isArray(payload?.amr) ? payload.amr.map(String) : []
