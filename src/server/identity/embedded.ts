import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { Bearer, Identity } from '../access/bearer.ts'
import { asSentTo } from './canonical.ts'
import { clientName } from './clients.ts'
import { openKeys } from './keys.ts'
import { type ProviderOptions, providerWith } from './provider.ts'

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** A pending sign-in: the client and the prompt for the person. */
export type PendingSignIn = {
  readonly clientId: string
  readonly clientName: string
  readonly hint: string | null
  readonly prompt: string
}

export type EmbeddedProvider = Identity & {
  /** Handles a request to one of the provider's paths. */
  answer(request: IncomingMessage, response: ServerResponse): void
  /** Reads the pending sign-in of the browser's cookie and this id; null if it is over or belongs to another browser. */
  asked(exchange: Exchange, uid: string): Promise<PendingSignIn | null>
  /** Completes the sign-in for the account by the methods `amr` (RFC 8176), and returns where the browser goes next. */
  finish(exchange: Exchange, accountId: string, amr: readonly string[]): Promise<string>
}

const PATHS = /^\/(authorize|oauth|userinfo|v2\/logout|oidc|activate|\.well-known)(\/|\?|$)/

/** Whether a path belongs to the provider. */
export const isProviderPath = (path: string): boolean => PATHS.test(path)

export type EmbeddedOptions = Omit<ProviderOptions, 'keys'>

export const openEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedProvider> => {
  const { url, audience } = options
  const keys = await openKeys(options.db, options.sealing)
  const provider = providerWith({ ...options, keys })
  const { kty, n, e, alg, use, kid } = keys.signing
  const ours = createLocalJWKSet({ keys: [{ kty, n, e, alg, use, kid } as { kty: string }] })
  const callback = provider.callback()
  const canonical = new URL(url)

  const find = async ({ request, response }: Exchange) => {
    try {
      return await provider.interactionDetails(request, response)
    } catch (cause) {
      if ((cause as Error).name === 'SessionNotFound') return null
      throw cause
    }
  }
  return {
    namedAdmins: null,

    answer: (request, response) => void callback(asSentTo(request, canonical), response),

    async read(token, now): Promise<Bearer | null> {
      const verified = await jwtVerify(token, ours, {
        issuer: `${url}/`,
        audience,
        typ: 'at+jwt',
        algorithms: ['RS256'],
        currentDate: new Date(now),
        requiredClaims: ['exp', 'sub', 'grant'],
      }).catch(() => null)
      if (!verified) return null
      const { sub, grant, session, auth_time } = verified.payload
      if (typeof sub !== 'string' || typeof grant !== 'string') return null
      return {
        issuer: null,
        subject: sub,
        isNamedAdmin: false,
        signIn: { grant, session: typeof session === 'string' ? session : null },
        signedIn: typeof auth_time === 'number' ? auth_time * 1000 : null,
        provedFactor: false,
      }
    },

    // Subjects of the embedded provider are accounts, so an unknown subject never signed in.
    welcome: async () => false,

    async asked(exchange, uid) {
      const found = await find(exchange)
      if (!found || found.uid !== uid) return null
      const { client_id: clientId, login_hint: hint } = found.params
      return {
        clientId: String(clientId),
        clientName: clientName(String(clientId)),
        hint: typeof hint === 'string' ? hint : null,
        prompt: found.prompt.name,
      }
    },

    finish: ({ request, response }, accountId, amr) =>
      provider.interactionResult(
        request,
        response,
        // The time of the proof, whenever the browser goes on.
        { login: { accountId, remember: true, amr: [...amr], ts: Math.floor(options.clock() / 1000) } },
        { mergeWithLastSubmission: false },
      ),
  }
}
