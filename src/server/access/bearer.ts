import type { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import type { SignIn } from '../store/identity/sign-ins.ts'

/** Whom an access token names. What they may do is not asked of the token. */
export type Bearer = {
  /** Null: the embedded provider, whose subjects are accounts. */
  readonly issuer: string | null
  readonly subject: string
  /** The operator named this subject as a site admin. */
  readonly isNamedAdmin: boolean
  /** What of the embedded provider's memory the token hangs on: it is worth nothing without. */
  readonly signIn: SignIn | null
}

/** Those who sign people in: the embedded provider, or a tenant. */
export type Identity = {
  /** Null where the token is not theirs, not for us, or has expired at `now`; a refusal where that cannot be found out. */
  read(token: string, now: number): Promise<Bearer | Refusal | null>
  /** Makes an account for a subject who comes for the first time; false where such a one is not let in. */
  welcome(db: Db, token: string, bearer: Bearer, now: number): Promise<boolean>
}
