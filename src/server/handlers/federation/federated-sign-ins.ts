import type { federatedSignIns } from '../../../contract/federation/federated-sign-ins.ts'
import { mayAuditFailure } from '../../access/password-attempts.ts'
import { writeAudit } from '../../http/audit.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { forbidden, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { FederatedPurpose } from '../../store/federation/federated-states.ts'
import type { IdentityProvider } from '../../store/federation/identity-providers.ts'
import { auditFailure, elsewhere, goOn, over } from '../identity/complete-sign-in.ts'
import { type Admitted, admitSubject } from './admission.ts'
import { askProvider, redeemCallback } from './opened-provider.ts'

/** Handlers of a sign-in with an OpenID provider behind the embedded one. */
export const federatedSignInHandlers = (services: Services) => {
  const { provider: embedded, sealing, url } = services
  /** Reads the pending sign-in of the browser; the refusal if there is none. */
  const pending = async ({ exchange }: Context, uid: string): Promise<FederatedPurpose | Refusal> => {
    if (!embedded) return elsewhere
    // A page of another site could post here with the browser's cookies and sign the browser in to a foreign account.
    if (exchange.request.headers.origin !== url) return forbidden(`Sign in at ${url}.`)
    const asked = await embedded.asked(exchange, uid)
    return asked?.prompt === 'login' ? { kind: 'sign-in', interaction: uid } : over
  }
  const refuse = async (context: Context, by: IdentityProvider | null, refusal: Refusal): Promise<Refusal> => {
    if (by && (await mayAuditFailure(context.db, context.now)))
      await auditFailure(sealing, context, undefined, { provider: by.name, reason: refusal.message })
    return refusal
  }
  return {
    'federation.start': async ({ params }, context) => {
      const purpose = await pending(context, params.uid)
      if (purpose instanceof Refusal) return purpose
      const { db, now } = context
      const address = await askProvider(services, { db, now, providerId: params.provider, purpose })
      return address instanceof Refusal ? address : { redirect_to: address }
    },

    'federation.finish': async ({ params, body }, context) => {
      const purpose = await pending(context, params.uid)
      if (purpose instanceof Refusal) return purpose
      const { db, now } = context
      const redeemed = await redeemCallback(services, { now, purpose, body })
      if ('refusal' in redeemed) return refuse(context, redeemed.provider, redeemed.refusal)
      const { provider, claims } = redeemed
      const admitted = await db.transaction().execute(async (tx) => {
        const found = await admitSubject(tx, provider, claims, now)
        // An account that cannot be noted in the audit log is not made.
        if (!(found instanceof Refusal) && found.isNew)
          await noteNewAccount(services, { ...context, db: tx }, found, provider)
        return found
      })
      if (admitted instanceof Refusal) return refuse(context, provider, admitted)
      if (admitted.isNew) services.wakeMail()
      return goOn(services, context, { uid: params.uid, account: admitted, amr: ['fed'], by: provider.name })
    },
  } satisfies HandlersPart<typeof federatedSignIns>
}

/** Writes the audit entry of an account that a sign-in made. */
const noteNewAccount = (
  { sealing }: Services,
  context: Context,
  { id, email }: Admitted,
  { name }: IdentityProvider,
): Promise<void> =>
  writeAudit(
    sealing,
    { ...context, caller: { kind: 'anonymous' } },
    {
      action: 'account.register',
      changes: [{ resource: { type: 'account', id, name: email }, after: { provider: name } }],
      project: null,
    },
  )
