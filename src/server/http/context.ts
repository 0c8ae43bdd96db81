import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProductContract } from '../../contract/contract.ts'
import type { Access, AnswerOf, BodyOf, ParamsOf, ProjectRight, QueryOf, Stream } from '../../contract/core/endpoint.ts'
import type { LiveEvent } from '../../contract/live/live.ts'
import type { Level } from '../../domain/core/access.ts'
import type { SitePermission } from '../../domain/core/effective-level.ts'
import type { Caller, Project } from '../access/caller.ts'
import type { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import type { Upload } from './multipart.ts'

/** A change made by a request, for the audit log. */
export type Change = {
  resource: { type: string; id: string; name: string | null }
  before?: unknown
  after?: unknown
  /** The project of the resource, if it is not the request's. */
  project?: Project
  /** The organization of a resource that belongs to no project. */
  organizationId?: string
}

export type Context = {
  readonly caller: Caller
  /** The site permission by which the caller acts in the project or organization; absent for members. */
  readonly actsAs?: SitePermission
  /** The request's transaction if the endpoint writes, else the pool. */
  readonly db: Db
  /** Milliseconds since the epoch, constant during the request. */
  readonly now: number
  /** The client's IP address, possibly from a trusted proxy's header. */
  readonly ip: string | null
  /** The raw request and response, for the identity provider. */
  readonly exchange: { readonly request: IncomingMessage; readonly response: ServerResponse }
  readonly userAgent: string | null
  readonly requestId: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly line: Line
  /** The file that was sent with the body; null without one. */
  readonly upload: Upload | null
  /** Records a change in the audit log. */
  record(change: Change): void
  /** Sends an event to a project's live streams after the commit; without a key, to those of the request's project. */
  tell(event: LiveEvent, projectKey?: number): void
  /** Runs an effect after the commit, and not at all after a rollback. */
  afterCommit(effect: () => void): void
}

/** Controls for a streaming response. */
export type Line = {
  readonly lastEventId: string | undefined
  /** Whether the caller would still be admitted now. */
  isStillAdmitted(): Promise<boolean>
  /** Closes the connection without waiting for pending data. */
  hangUp(): void
}

export type ProjectContext = Context & { readonly project: Project; readonly level: Level; readonly actor: string }

export type ContextOf<A extends Access> = A extends ProjectRight ? ProjectContext : Context

type AccessOf<E> = E extends { access: infer A extends Access } ? A : never

export type Input<E> = { readonly params: ParamsOf<E>; readonly query: QueryOf<E>; readonly body: BodyOf<E> }

/** The handler of one endpoint. */
export type HandlerOf<E> = (input: Input<E>, context: ContextOf<AccessOf<E>>) => Promise<Answered<E> | Refusal>

/** Streaming endpoints return a stream; all others return the answer of their contract. */
type Answered<E> = E extends { stream: Stream } ? ReadableStream<Uint8Array> : AnswerOf<E>

/** The handlers of a group of endpoints, one for each. */
export type HandlersOf<Group> = { readonly [Name in keyof Group]: HandlerOf<Group[Name]> }

/** Some of a group's handlers, where several files share the group; `handlersWith` compiles only if none is missing. */
export type HandlersPart<Group> = Partial<HandlersOf<Group>>

export type Handlers = HandlersOf<ProductContract>
