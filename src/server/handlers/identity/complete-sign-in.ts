import { deviceCookie } from '../../access/known-device.ts'
import { type AuditedRequest, writeAudit } from '../../http/audit.ts'
import type { Context } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { recordLogin } from '../../store/accounts/logins.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'

type Account = { readonly id: string; readonly email: string }
type Signing = Pick<Services, 'provider' | 'sealing' | 'url'>

/** Somebody who has proved to be the owner of an account, by the methods `amr` (RFC 8176). `by`: the OpenID provider that vouched for it. */
export type Proved = {
  readonly uid: string
  readonly account: Account
  readonly amr: readonly string[]
  readonly by?: string
}

/** Goes on after the first factor. `redirect_to`: where the browser goes next; null while the sign-in page has to ask for more. */
export const goOn = async (
  services: Signing,
  context: Context,
  { account, amr, by }: Proved,
): Promise<{ redirect_to: string | null }> => ({
  redirect_to: await completeSignIn(services, context, account, amr, by),
})

/** Completes a sign-in: tells the provider, remembers the browser, and writes the audit entry. Returns where the browser goes next. */
const completeSignIn = async (
  { provider, sealing, url }: Signing,
  context: Context,
  account: Account,
  amr: readonly string[],
  by?: string,
): Promise<string> => {
  const { db, exchange, ip, now } = context
  if (!provider) throw new Error('Only the embedded provider completes sign-ins.')
  const redirectTo = await provider.finish(exchange, account.id, amr)
  await recordLogin(db, account.id, { ip, now })
  await auditSession(sealing, context, 'session.sign-in', account, by)
  exchange.response.appendHeader('set-cookie', deviceCookie(sealing, account.id, url.startsWith('https:')))
  return redirectTo
}

/** Writes an audit entry for a session that started or ended outside a handler's own entry. */
export const auditSession = (
  sealing: SecretCipher,
  context: Omit<AuditedRequest, 'caller'>,
  action: 'session.sign-in' | 'session.end',
  { id, email }: Account,
  by?: string,
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
        signIn: null,
      },
    },
    {
      action,
      changes: [
        { resource: { type: 'account', id, name: email }, ...(by !== undefined && { after: { provider: by } }) },
      ],
      project: null,
    },
  )

/**
 * Writes an audit entry for a failed sign-in. An unknown address is not stored: it may be a password typed into the wrong field. `by`: the
 * OpenID provider, and why.
 */
export const auditFailure = (
  sealing: SecretCipher,
  context: Omit<AuditedRequest, 'caller'>,
  account: Account | undefined,
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

export const elsewhere = new Refusal(404, 'not_found', 'An identity tenant signs people in here, not this server.')
export const over = new Refusal(410, 'gone', 'This sign-in has expired. Start again.')
