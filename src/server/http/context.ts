import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProductContract } from '../../contract/contract.ts'
import type { Access, AnswerOf, BodyOf, ParamsOf, ProjectRight, QueryOf, Stream } from '../../contract/core/endpoint.ts'
import type { LiveEvent } from '../../contract/live/live.ts'
import type { Level } from '../../domain/core/access.ts'
import type { Caller, Project } from '../access/caller.ts'
import type { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'

/** What a write changed, for the audit log. */
export type Change = {
  resource: { type: string; id: string; name: string | null }
  before?: unknown
  after?: unknown
  /** The project that it belongs to, where that is not the request's. */
  project?: Project
}

export type Context = {
  readonly caller: Caller
  /** The request's transaction where the endpoint writes, else the pool. */
  readonly db: Db
  /** Milliseconds since the epoch, one instant for the whole request. */
  readonly now: number
  /** The client's address, which a trusted proxy may have told. */
  readonly ip: string | null
  /** The request as it came, for what the identity provider reads of it itself. */
  readonly exchange: { readonly request: IncomingMessage; readonly response: ServerResponse }
  readonly userAgent: string | null
  readonly requestId: string
  /** Ends when the client is gone. */
  readonly signal: AbortSignal
  readonly line: Line
  /** Tells the audit log what was changed. */
  record(change: Change): void
  /** Tells the project's live streams, once the transaction is committed. */
  tell(event: LiveEvent): void
  /** Runs once the transaction is committed, and not at all where it is not. */
  afterCommit(effect: () => void): void
}

/** What an answer needs that goes on for as long as its caller listens. */
export type Line = {
  readonly lastEventId: string | undefined
  /** Whether the caller would be admitted now as it was at first. */
  isStillAdmitted(): Promise<boolean>
  /** Cuts the connection, whatever is still on its way. */
  hangUp(): void
}

export type ProjectContext = Context & { readonly project: Project; readonly level: Level; readonly actor: string }

export type ContextOf<A extends Access> = A extends ProjectRight ? ProjectContext : Context

type AccessOf<E> = E extends { access: infer A extends Access } ? A : never

export type Input<E> = { readonly params: ParamsOf<E>; readonly query: QueryOf<E>; readonly body: BodyOf<E> }

/** The handler of one endpoint. */
export type HandlerOf<E> = (input: Input<E>, context: ContextOf<AccessOf<E>>) => Promise<Answered<E> | Refusal>

/** Streamed endpoints answer with the bytes as the handler writes them; all others with one value of the declared shape. */
type Answered<E> = E extends { stream: Stream } ? ReadableStream<Uint8Array> : AnswerOf<E>

/** The handlers of a group of endpoints, one for each. */
export type HandlersOf<Group> = { readonly [Name in keyof Group]: HandlerOf<Group[Name]> }

/** Some of a group's handlers, where several files share the group; `handlersWith` compiles only if none is missing. */
export type HandlersPart<Group> = Partial<HandlersOf<Group>>

export type Handlers = HandlersOf<ProductContract>
