import type { Capability } from '../../domain/agents/capabilities.ts'
import type { Level } from '../../domain/core/access.ts'
import type { SitePermission } from '../../domain/core/effective-level.ts'
import type { Refusal } from '../refusal.ts'
import type { Binding } from '../store/agents/binding.ts'
import type { SignIn } from '../store/identity/sign-ins.ts'
import type { Assurance } from './assurance.ts'

export type Project = { readonly key: number; readonly id: string; readonly orgId: string | null }

/** A project that a caller entered, and its level there. */
export type Entered = {
  readonly project: Project
  readonly level: Level
  /** The site permission that gives the level, where no grant does. */
  readonly as?: SitePermission
}

/** The application that a person connected, and through which the person calls. */
export type Connection = {
  readonly id: string
  /** The name that the application gave itself. */
  readonly client: string
  /** Whether the person lets it change things. */
  readonly writes: boolean
}

/** The caller of a request. Rights are read from the store for each request, so that revoking one takes effect immediately. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'agent'
      readonly agentId: string
      readonly locationKey: number
      readonly locationId: string
      readonly capabilities: readonly Capability[]
      /** The only projects whose runs and secrets it may have; null: all. */
      readonly binding: Binding
    }
  | {
      readonly kind: 'api_key'
      readonly keyId: string
      /** The account that created the key. */
      readonly accountId: string | null
      readonly project: Project
      readonly level: Level
      /** That account's email address, if it is not confirmed. */
      readonly unconfirmed: string | null
      /** Set where it is no key: a person calls, through an application that was given this project alone. */
      readonly connection?: Connection
    }
  | {
      /** A service account of an organization, by one of its keys. */
      readonly kind: 'service'
      readonly keyId: string
      readonly accountId: string
      /** The project in the request; null if it does not exist or no role of the account opens it. */
      readonly entered: Entered | null
    }
  | {
      readonly kind: 'account'
      readonly accountId: string
      readonly email: string
      readonly sitePermission: SitePermission | null
      /** The operator's configuration gives the site permission, and nobody here can take it. */
      readonly isNamedAdmin?: boolean
      /** The account's email address, if it is not confirmed. */
      readonly unconfirmed: string | null
      /** The project in the request; null if it does not exist, the account may not enter it, or `unmet` keeps it closed. */
      readonly entered: Entered | null
      /** The rule of that project's organization that the person does not meet. */
      readonly unmet: Refusal | null
      /** Facts for the rules of organizations; null: unknown, so that no rule is met. */
      readonly assurance: Assurance | null
      /** The grant and session behind the caller's token; null for accounts of a tenant. */
      readonly signIn: SignIn | null
      /** The application through which the person calls; absent where the person signed in. */
      readonly connection?: Connection
    }

/** Whether a caller acts for an account whose email address is not confirmed, which anybody may have. */
export const isUnconfirmed = (
  caller: Caller,
): caller is Extract<Caller, { unconfirmed: string | null }> & { readonly unconfirmed: string } =>
  (caller.kind === 'account' || caller.kind === 'api_key') && caller.unconfirmed !== null

/** Returns the project that a request is in; null if it names none that the caller may enter. */
export const projectOf = (caller: Caller): Project | null => {
  if (caller.kind === 'api_key') return caller.project
  return caller.kind === 'account' || caller.kind === 'service' ? (caller.entered?.project ?? null) : null
}

/** Returns the application through which a person calls; null if there is none. */
export const connectionOf = (caller: Caller): Connection | null =>
  (caller.kind === 'api_key' || caller.kind === 'account' ? caller.connection : undefined) ?? null

/** Returns the account that calls, by a key of its own too; null if there is none. */
export const accountOf = (caller: Caller): string | null =>
  caller.kind === 'anonymous' || caller.kind === 'agent' ? null : caller.accountId
