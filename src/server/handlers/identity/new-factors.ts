import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { factors } from '../../../contract/identity/factors.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { spellRecoveryCode, totpCodeOf } from '../../../domain/identity/factor-codes.ts'
import { totpSecretOf } from '../../access/check-factor.ts'
import { passkeysAt } from '../../access/passkeys.ts'
import { countFactorAttempt } from '../../access/password-attempts.ts'
import { proveSelf } from '../../access/prove-self.ts'
import { newRecoveryCodes } from '../../access/recovery-codes.ts'
import { base32, newTotpSecret, stepOfCode, totpUri } from '../../access/totp.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { forbidden, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { newSecret } from '../../store/core/identifiers.ts'
import {
  type ChallengeKind,
  deleteChallenges,
  putChallenge,
  readChallenge,
  takeChallenge,
} from '../../store/identity/challenges.ts'
import {
  addFactor,
  type FactorRow,
  factorsOf,
  lockFactors,
  replaceRecoveryCodes,
} from '../../store/identity/factors.ts'
import { endSignIns } from '../../store/identity/sign-ins.ts'
import { factorAnswer, mailOwner, recordFactor } from './factors.ts'

/** More than anyone needs, and few enough to try a code against all of them. */
const MAX_FACTORS = 20

const ofPersons = forbidden('An API key has no second factors.')
const elsewhere = new Refusal(404, 'not_found', 'An identity tenant keeps your second factors: set them up there.')
const tooMany = new Refusal(
  409,
  'conflict',
  `You have ${MAX_FACTORS} second factors, which is the maximum: remove one first.`,
)
const gone = new Refusal(410, 'gone', 'This took longer than 10 minutes: start again.')
const wrongCode = new Refusal(422, 'invalid', 'code must be the current code of your authenticator app.', {
  problems: [{ field: 'code', code: 'invalid', message: 'code must be the current code of your authenticator app.' }],
  keepsWrites: true,
})
const badPasskey = new Refusal(422, 'invalid', 'The browser’s passkey could not be verified: start again.')
const knownPasskey = new Refusal(409, 'conflict', 'This passkey is in use already.')

/** Handlers that add second factors to the caller's account. */
export const newFactorHandlers = (services: Services) => {
  const { sealing, url, provider } = services
  const passkeys = passkeysAt(url)

  /** Checks that the caller may add a factor, and reads the account with its factors. */
  const begin = async (context: Context, proof: Parameters<typeof proveSelf>[2]) => {
    const { caller, db } = context
    if (caller.kind !== 'account') return ofPersons
    const account = await accountById(db, caller.accountId)
    if (!provider || !account) return elsewhere
    const known = await factorsOf(db, account.id)
    if (known.length >= MAX_FACTORS) return tooMany
    const refusal = await proveSelf(context, sealing, proof)
    return refusal ?? { account, known }
  }

  /** Reads what the caller began; null if it expired, was completed, or belongs to someone else. */
  const begun = async ({ caller, db, now }: Context, kind: ChallengeKind, id: string) => {
    const found = caller.kind === 'account' ? await readChallenge(db, kind, id, now) : null
    return found && caller.kind === 'account' && found.accountId === caller.accountId ? found.payload : null
  }

  return {
    'factor.begin-totp': async ({ body }, context) => {
      const begun = await begin(context, body)
      if (begun instanceof Refusal) return begun
      const { db, now } = context
      const secret = newTotpSecret()
      const id = newSecret()
      const payload = { secret: sealing.seal(secret.toString('base64')) }
      await deleteChallenges(db, begun.account.id, 'new-totp')
      const expires = await putChallenge(db, 'new-totp', id, { accountId: begun.account.id, payload }, now)
      return { id, secret: base32(secret), uri: totpUri(secret, begun.account.email), expires: formatTime(expires) }
    },

    'factor.confirm-totp': async ({ params, body }, context) => {
      const { caller, db, ip, now } = context
      if (caller.kind !== 'account') return ofPersons
      await lockFactors(db, caller.accountId)
      const payload = await begun(context, 'new-totp', params.id)
      const secret = payload && totpSecretOf(sealing, { secret: payload.secret })
      if (!secret) return gone
      const guess = await countFactorAttempt(db, { accountId: caller.accountId, ip, device: caller.accountId }, now)
      if (guess.waitMs > 0) return tooManyTries(guess.waitMs)
      const code = totpCodeOf(body.code)
      const step = code === null ? null : stepOfCode(secret, code, now)
      if (step === null) return wrongCode
      await guess.wasRight()
      if (!(await takeChallenge(db, 'new-totp', params.id, now))) return gone
      const name = body.name?.trim() || 'Authenticator app'
      return added(services, context, () =>
        addFactor(db, {
          kind: 'totp',
          accountId: caller.accountId,
          name,
          secret: sealing.seal(secret.toString('base64')),
          step,
          now,
        }),
      )
    },

    'factor.begin-passkey': async ({ body }, context) => {
      const begun = await begin(context, body)
      if (begun instanceof Refusal) return begun
      const { db, now } = context
      const options = await passkeys.creation(begun.account, begun.known)
      const id = newSecret()
      const payload = { challenge: options.challenge }
      await deleteChallenges(db, begun.account.id, 'new-passkey')
      await putChallenge(db, 'new-passkey', id, { accountId: begun.account.id, payload }, now)
      return { id, options }
    },

    'factor.confirm-passkey': async ({ params, body }, context) => {
      const { caller, db, now } = context
      if (caller.kind !== 'account') return ofPersons
      await lockFactors(db, caller.accountId)
      const payload = await begun(context, 'new-passkey', params.id)
      if (!payload || !(await takeChallenge(db, 'new-passkey', params.id, now))) return gone
      const { name: typed, ...made } = body
      const credential = await passkeys.created(made, String(payload.challenge))
      if (!credential) return badPasskey
      const name = typed?.trim() || 'Passkey'
      return added(services, context, () =>
        addFactor(db, {
          kind: 'passkey',
          accountId: caller.accountId,
          name,
          ...credential,
          transports: body.transports ?? [],
          now,
        }),
      )
    },
  } satisfies HandlersPart<typeof factors>
}

/** Adds a factor. The first one brings the recovery codes, and ends sessions that began without it. */
const added = async (
  services: Services,
  context: Context,
  add: () => Promise<FactorRow | undefined>,
): Promise<AnswerOf<ProductContract['factor.confirm-totp']> | Refusal> => {
  const { caller, db, now } = context
  if (caller.kind !== 'account') return ofPersons
  const known = await factorsOf(db, caller.accountId)
  if (known.length >= MAX_FACTORS) return tooMany
  const factor = await add()
  if (!factor) return knownPasskey
  const codes = known.length === 0 ? newRecoveryCodes() : null
  if (codes) {
    await replaceRecoveryCodes(db, caller.accountId, codes, now)
    await endSignIns(db, caller.accountId, caller.signIn)
  }
  recordFactor(context, { after: { kind: factor.kind, name: factor.name } })
  await mailOwner(services, context, 'factor-added')
  return { factor: factorAnswer(factor), recovery_codes: codes?.map(spellRecoveryCode) ?? null }
}
