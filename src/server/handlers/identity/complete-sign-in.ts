import { deviceCookie } from '../../access/known-device.ts'
import { type AuditedRequest, writeAudit } from '../../http/audit.ts'
import type { Context } from '../../http/context.ts'
import type { EmbeddedProvider } from '../../identity/embedded.ts'
import type { Services } from '../../services.ts'
import { recordLogin } from '../../store/accounts/logins.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'

type Signing = Pick<Context, 'db' | 'exchange' | 'ip' | 'now' | 'userAgent' | 'requestId'>
type Person = { readonly id: string; readonly email: string }

/**
 * Completes a pending sign-in once the account has proved itself, and returns where the browser goes next. `by`: the name of the OpenID
 * provider that vouched for it; null for a password.
 */
export const completeSignIn = async (
  { sealing, url }: Services,
  provider: EmbeddedProvider,
  context: Signing,
  account: Person,
  by: string | null = null,
): Promise<string> => {
  const { db, exchange, ip, now } = context
  const redirectTo = await provider.finish(exchange, account.id, by === null ? ['pwd'] : ['fed'])
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
  { id, email }: Person,
  by: string | null = null,
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
      changes: [{ resource: { type: 'account', id, name: email }, ...(by !== null && { after: { provider: by } }) }],
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
  account: Person | undefined,
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
