import type { Level } from '../../domain/core/access.ts'
import type { SitePermission } from '../../domain/core/effective-level.ts'
import type { SignIn } from '../store/identity/sign-ins.ts'

export type Project = { readonly key: number; readonly id: string; readonly orgId: string | null }

/** Who calls. What they may do is read from the store at each request, so that a withdrawn right ends at once. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'agent'; readonly agentId: string; readonly locationKey: number; readonly locationId: string }
  | {
      readonly kind: 'api_key'
      readonly keyId: string
      /** Who made the key. */
      readonly accountId: string | null
      readonly project: Project
      readonly level: Level
      /** The address of that account, where it is not confirmed yet. */
      readonly unconfirmed: string | null
    }
  | {
      readonly kind: 'account'
      readonly accountId: string
      readonly email: string
      readonly sitePermission: SitePermission | null
      /** The account's address, where it is not confirmed yet. */
      readonly unconfirmed: string | null
      /** The project that the request names, where there is such a one and the account may enter it. */
      readonly entered: { readonly project: Project; readonly level: Level } | null
      /** What the caller's token hangs on; null for accounts of a tenant. */
      readonly signIn: SignIn | null
    }
