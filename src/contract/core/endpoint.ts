import type { type } from 'arktype'

/**
 * Endpoints as plain data: a definition is arktype's own notation, never a compiled type, so that this floor costs the
 * web app nothing. Each side compiles a definition when it first needs it.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Effect = 'read' | 'write' | 'destroy'

/**
 * Required access of an endpoint. `public`: anyone. `agent`: a registered agent, by its own key. `account`: any signed-in
 * account or API key, without a project. `site`: a site admin. `organization`: an ADMIN of the organization that the path names as `org`; for
 * others it does not exist. All others are rights within the current project (`src/domain/core/access.ts` says
 * which access levels hold them).
 */
export type Access = 'public' | 'agent' | 'account' | 'site' | 'organization' | ProjectRight
export const PROJECT_RIGHTS = [
  'see',
  'inspect',
  'run',
  'respond',
  'compose',
  'publish',
  'edit',
  'govern',
  'manage',
  'own',
] as const
export type ProjectRight = (typeof PROJECT_RIGHTS)[number]

/** Whom an endpoint is for: only what is for persons must be reachable by a command. */
export type Audience = 'person' | 'agent' | 'provider' | 'automation'

/**
 * The ways in which people and programs get in, as far as an endpoint shows or changes them: a `sign-in` (accounts, sessions, factors,
 * providers, rules, and whatever stands for one, as a link in a mail does), a `credential` (keys and tokens of programs), a `right` (levels, roles and
 * permissions) or an `invitation`.
 */
export type WayIn = 'sign-in' | 'credential' | 'right' | 'invitation'

/**
 * Limit of an endpoint beside the number of requests: `run` queues runs, `send` sends messages, `fetch` loads from an address, `password`
 * hashes a password.
 * The operator sets each limit per minute.
 */
export type Limit = 'run' | 'send' | 'fetch' | 'password'

/**
 * Format of a streamed answer: `events` are server-sent events and `lines` are lines of JSON, of which `answer` is one; `bytes` are pieces
 * of one text of the type `media`, of any length.
 */
export type Stream = 'events' | 'lines' | 'bytes'

/** A definition checked where it is written, and kept as it is written. */
/* @__NO_SIDE_EFFECTS__ */
export const shape = <const Def>(definition: type.validate<Def>): Def => definition as Def

/** The TypeScript type of a value of the definition `Def`. */
export type Shape<Def> = type.infer<Def>

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never
type None = Record<never, never>

export type Endpoint<
  Route extends string = string,
  Query = unknown,
  Body = unknown,
  Answer = unknown,
  Who extends Access = Access,
  Streamed extends Stream | null = Stream | null,
> = {
  readonly route: Route
  readonly summary: string
  readonly access: Who
  readonly effect: Effect
  readonly for: Audience
  readonly audit: string | null
  /** A write that changes nothing which people would undo: a run, a test or a message. */
  readonly changes?: false
  readonly status: 200 | 201 | 204
  readonly query?: Query
  readonly body?: Body
  readonly answer: Answer
  /** The content type of an answer that is text instead of JSON. */
  readonly media?: string
  /** Null: the answer is one value. */
  readonly stream: Streamed
  /** A create that a client may repeat with the same `Idempotency-Key` without making a second object. */
  readonly repeatable?: boolean
  readonly limit?: Limit
  /** It makes runs, or sends messages: nothing for an account whose address is not confirmed. */
  readonly reaches?: boolean
  /** It lets others in, people or programs: nothing for such an account either, whose address may be somebody else's. */
  readonly letsIn?: boolean
  /**
   * Only for a person who is signed in: a connected application would give itself, or others, a lasting way in, or read how others get
   * in. A law says which endpoints have to declare it.
   */
  readonly wayIn?: WayIn
  /**
   * It shows something of the project to people outside of it from then on: always, or with these fields of its body, which arguments of
   * commands are called like. A tool asks before it does.
   */
  readonly opens?: true | readonly string[]
  /**
   * People outside of the project see what it changes, while its object is public: all of it, or these fields of its body, which arguments of
   * commands are called like. A tool asks before it does, then.
   */
  readonly seen?: true | readonly string[]
  /**
   * The field of a file that the body may carry: then it is sent as multipart/form-data, with the fields of `body` beside the file. A file
   * may have the size that the operator sets; without one, the body is JSON.
   */
  readonly upload?: 'file'
} & BodyBounds &
  Shown &
  Derived

/** What a client that caches answers knows of them, without their shapes. */
type Shown = {
  /** The field of the answer that holds its rows; absent where the answer is no list. */
  readonly lists?: 'data' | 'results'
  /**
   * The name of what the answer shows of an object. Endpoints of one kind that show the same thing have answers of one shape; the kind's own
   * name stands for its row in lists.
   */
  readonly shows?: string
}

/** Facts of an endpoint that follow from its shapes. */
type Derived = {
  /** Whether its query has `search`, which finds rows by their name. */
  readonly searched: boolean
}

const hasSearch = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && ('search?' in query || ('...' in query && hasSearch(query['...'])))

/** How much an endpoint takes, in bytes of JSON as it is once inflated. */
type BodyBounds = {
  /** The largest body, of anybody whom the endpoint admits. */
  readonly maxBodyBytes: number
  /** The largest body of a caller whom a token in the header names; absent: the same. Only `public` endpoints tell the two apart. */
  readonly maxBodyBytesWithToken?: number
}

type Spec<Query, Body, Answer, Who extends Access, Streamed extends Stream | null> = {
  /** One line for a person: what calling it does. */
  summary: string
  access: Who
  /** Default: `read` for GET, `destroy` for DELETE, else `write`. */
  effect?: Effect
  /** Default: `person`. */
  for?: Audience
  /** The action recorded for a write, as `noun.verb`; null where another record tells it already. */
  audit?: string | null
  changes?: false
  status?: 200 | 201 | 204
  query?: Query
  body?: Body
  answer: Answer
  media?: string
  /** Default: null. */
  stream?: Streamed
  repeatable?: boolean
  /** Default: 16 kB where it is public, else 256 kB. */
  maxBodyBytes?: number
  maxBodyBytesWithToken?: number
  limit?: Limit
  reaches?: boolean
  letsIn?: boolean
  wayIn?: WayIn
  opens?: true | readonly string[]
  seen?: true | readonly string[]
  upload?: 'file'
} & Shown

const KB = 1024
/** What is read of those whom nobody knows yet, and of those who have shown who they are. */
const usualBytes = (access: Access): number => (access === 'public' ? 16 : 256) * KB

const usualEffect = (route: string): Effect =>
  route.startsWith('GET ') ? 'read' : route.startsWith('DELETE ') ? 'destroy' : 'write'

/** Declares an endpoint: its route as the specification spells it, its shapes, who may call it and what it does. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <
  const Route extends `${Method} /${string}`,
  const Answer,
  const Who extends Access,
  const Query = None,
  const Body = undefined,
  const Streamed extends Stream | null = null,
>(
  route: Route,
  spec: Spec<Query, Body, Answer, Who, Streamed>,
): Endpoint<Route, Query, Body, Answer, Who, Streamed> => ({
  effect: usualEffect(route),
  for: 'person',
  audit: null,
  status: 200,
  maxBodyBytes: usualBytes(spec.access),
  route,
  ...spec,
  // `Streamed` is null wherever `stream` is left out.
  stream: (spec.stream ?? null) as Streamed,
  searched: hasSearch(spec.query),
})

/** The supertype without parameters: `Endpoint<any, …>` as a constraint would widen every route inferred under it to `any`. */
export type AnyEndpoint = {
  readonly route: string
  readonly summary: string
  readonly access: Access
  readonly effect: Effect
  readonly for: Audience
  readonly audit: string | null
  readonly changes?: false
  readonly status: 200 | 201 | 204
  readonly query?: unknown
  readonly body?: unknown
  readonly answer: unknown
  readonly media?: string
  readonly stream: Stream | null
  readonly repeatable?: boolean
  readonly limit?: Limit
  readonly reaches?: boolean
  readonly letsIn?: boolean
  readonly wayIn?: WayIn
  readonly opens?: true | readonly string[]
  readonly seen?: true | readonly string[]
  readonly upload?: 'file'
} & BodyBounds &
  Shown &
  Derived
export type Contract = { readonly [name: string]: AnyEndpoint }

type PathOf<E> = E extends { route: `${string} ${infer Path}` } ? Path : never
export type ParamsOf<E> = { [K in ParamNames<PathOf<E>>]: string }
// Within `resource()` a part that is left out is inferred as `unknown`, from the constraint on its endpoints.
export type QueryOf<E> =
  E extends Endpoint<string, infer Query, unknown, unknown> ? (unknown extends Query ? None : type.infer<Query>) : never
export type BodyOf<E> =
  E extends Endpoint<string, unknown, infer Body, unknown>
    ? unknown extends Body
      ? undefined
      : Body extends undefined
        ? undefined
        : type.infer<Body>
    : never
export type AnswerOf<E> =
  E extends Endpoint<string, unknown, unknown, infer Answer> ? (Answer extends null ? null : type.infer<Answer>) : never
