import { deviceCookie } from '../../access/known-device.ts'
import { type AuditedRequest, writeAudit } from '../../http/audit.ts'
import type { Context } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { recordLogin } from '../../store/accounts/logins.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'
import { putChallenge } from '../../store/identity/challenges.ts'
import { factorsOf, recoveryCodesLeft } from '../../store/identity/factors.ts'
import { endPendingSignIns } from '../../store/identity/sign-ins.ts'

export type Method = 'totp' | 'passkey' | 'recovery'
export type SecondStep = { readonly methods: Method[] }

type Account = { readonly id: string; readonly email: string; readonly password_hash: string | null }
type Named = Pick<Account, 'id' | 'email'>
type Signing = Pick<Services, 'provider' | 'sealing' | 'url'>

/** Returns the methods for the second step of an account; null if it has no second factor. */
export const secondStepOf = async (db: Context['db'], accountId: string): Promise<SecondStep | null> => {
  const kinds = new Set((await factorsOf(db, accountId)).map(({ kind }) => kind))
  if (kinds.size === 0) return null
  const methods = (['totp', 'passkey'] as const).filter((kind) => kinds.has(kind))
  return { methods: (await recoveryCodesLeft(db, accountId)) > 0 ? [...methods, 'recovery'] : methods }
}

/** Somebody who has proved to be the owner of an account, by the methods `amr` (RFC 8176). `by`: the OpenID provider that vouched for it. */
export type Proved = {
  readonly uid: string
  readonly account: Account
  readonly amr: readonly string[]
  readonly by?: string
}

/**
 * Goes on after the first factor, whose methods are `amr`: completes the sign-in, or asks for the second step where the account has one.
 * The provider hears of the account only when all is done.
 */
export const goOn = async (
  services: Signing,
  context: Context,
  { uid, account, amr, by }: Proved,
): Promise<{ redirect_to: string | null; second_step: SecondStep | null } | Refusal> => {
  const second_step = await secondStepOf(context.db, account.id)
  if (second_step === null) {
    const redirect_to = await completeSignIn(services, context, { uid, account, amr, ...(by !== undefined && { by }) })
    return redirect_to instanceof Refusal ? redirect_to : { redirect_to, second_step: null }
  }
  await putChallenge(context.db, 'second-step', uid, { accountId: account.id, payload: { amr } }, context.now)
  return { redirect_to: null, second_step }
}

/**
 * Completes a sign-in: tells the provider, remembers the browser, and writes the audit entry. Returns where the browser goes next, or a
 * refusal where what was proved counts no more.
 */
export const completeSignIn = async (
  { provider, sealing, url }: Signing,
  context: Context,
  { account, amr, by }: Proved,
): Promise<string | Refusal> => {
  const { db, exchange, ip, now } = context
  if (!provider) throw new Error('Only the embedded provider completes sign-ins.')
  const redirectTo = await provider.finish(exchange, account.id, amr)
  if (!(await stillCounts(db, account, amr))) {
    await endPendingSignIns(db, account.id)
    return over
  }
  await recordLogin(db, account.id, { ip, now })
  await auditSession(sealing, context, 'session.sign-in', account, by === undefined ? undefined : { provider: by })
  exchange.response.appendHeader('set-cookie', deviceCookie(sealing, account.id, url.startsWith('https:')))
  return redirectTo
}

/**
 * Whether what was proved still counts: the password is the same, and no second factor was set up meanwhile. Changes of either lock the
 * account and then end its sign-ins, so that they have ended this one, or are seen here.
 */
const stillCounts = async (
  db: Context['db'],
  { id, password_hash }: Account,
  amr: readonly string[],
): Promise<boolean> => {
  const now = await db
    .selectFrom('account')
    .select(['password_hash', 'blocked'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!now || now.blocked !== null || now.password_hash !== password_hash) return false
  return amr.includes('mfa') || (await secondStepOf(db, id)) === null
}

/**
 * Writes an audit entry for a failed sign-in. An unknown address is not stored: it may be a password typed into the wrong field. `by`: the
 * OpenID provider, and why.
 */
export const auditFailure = (
  sealing: SecretCipher,
  context: Omit<AuditedRequest, 'caller'>,
  account: Named | undefined,
  by?: { readonly provider: string; readonly reason: string },
): Promise<void> =>
  writeAudit(
    sealing,
    { ...context, caller: { kind: 'anonymous' } },
    {
      action: 'session.fail',
      changes: [
        {
          resource: { type: 'account', id: account?.id ?? '', name: account?.email ?? null },
          ...(by && { after: by }),
        },
      ],
      project: null,
    },
  )

/** Writes an audit entry for a session that started or ended outside a handler's own entry. */
export const auditSession = (
  sealing: SecretCipher,
  context: Omit<AuditedRequest, 'caller'>,
  action: 'session.sign-in' | 'session.end',
  { id, email }: Named,
  by?: { readonly provider: string } | { readonly client: string },
): Promise<void> =>
  writeAudit(
    sealing,
    {
      ...context,
      caller: {
        kind: 'account',
        accountId: id,
        email,
        sitePermission: null,
        unconfirmed: null,
        entered: null,
        unmet: null,
        assurance: null,
        signIn: null,
      },
    },
    {
      action,
      changes: [{ resource: { type: 'account', id, name: email }, ...(by && { after: by }) }],
      project: null,
    },
  )

export const elsewhere = new Refusal(404, 'not_found', 'An identity tenant signs people in here, not this server.')
export const over = new Refusal(410, 'gone', 'This sign-in has expired. Start again.')
