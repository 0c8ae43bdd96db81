import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { Access, AnswerOf, BodyOf, ParamsOf, ProjectRight, QueryOf } from '../../contract/endpoint.ts'
import type { Level } from '../../domain/access.ts'
import type { Caller, Project } from '../access/caller.ts'
import type { Refusal } from '../refusal.ts'
import type { Db } from '../store/database.ts'

/** What a write changed, for the audit log. */
export type Change = {
  resource: { type: string; id: string; name: string | null }
  before?: unknown
  after?: unknown
}

export type Context = {
  readonly caller: Caller
  /** The request's transaction where the endpoint writes, else the pool. */
  readonly db: Db
  /** Milliseconds since the epoch, one instant for the whole request. */
  readonly now: number
  readonly ip: string | null
  readonly userAgent: string | null
  readonly requestId: string
  /** Ends when the client is gone. */
  readonly signal: AbortSignal
  /** Tells the audit log what was changed. */
  record(change: Change): void
  /** Runs once the transaction is committed, and not at all where it is not. */
  afterCommit(effect: () => void): void
}

export type ProjectContext = Context & { readonly project: Project; readonly level: Level; readonly actor: string }

export type ContextOf<A extends Access> = A extends ProjectRight ? ProjectContext : Context

type AccessOf<E> = E extends { access: infer A extends Access } ? A : never

export type Input<E> = { readonly params: ParamsOf<E>; readonly query: QueryOf<E>; readonly body: BodyOf<E> }

export type Handler<Name extends EndpointName> = (
  input: Input<ProductContract[Name]>,
  context: ContextOf<AccessOf<ProductContract[Name]>>,
) => Promise<AnswerOf<ProductContract[Name]> | Refusal>

export type Handlers = { readonly [Name in EndpointName]: Handler<Name> }
