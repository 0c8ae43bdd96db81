import type { Refusal } from '../refusal.ts'
import type { NamedAdmins } from '../store/api-keys/api-keys.ts'
import type { Db } from '../store/core/database.ts'
import type { SignIn } from '../store/identity/sign-ins.ts'

/** The subject of an access token. Rights are never read from the token. */
export type Bearer = {
  /** Null: the embedded provider, whose subjects are accounts. */
  readonly issuer: string | null
  readonly subject: string
  /** The operator configured this subject as a site admin. */
  readonly isNamedAdmin: boolean
  /** The grant and session that the token depends on; without them it is invalid. */
  readonly signIn: SignIn | null
  /** When the person signed in (Unix ms); null if the token does not say. */
  readonly signedIn: number | null
  /** The tenant says that the person signed in with a second factor. */
  readonly provedFactor: boolean
}

/** A source of sign-ins: the embedded provider or a tenant. */
export type Identity = {
  /** Null: site admins are known by the store alone. */
  readonly namedAdmins: NamedAdmins | null
  /** Reads a token. Null if it is not from this source, not for us, or expired at `now`; a refusal if that cannot be determined. */
  read(token: string, now: number): Promise<Bearer | Refusal | null>
  /** Creates an account for a new subject; false if it is not admitted. */
  welcome(db: Db, token: string, bearer: Bearer, now: number): Promise<boolean>
}
