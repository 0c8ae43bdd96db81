import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, BodyOf, Contract, QueryOf } from '../../contract/core/endpoint.ts'
import type { Problem } from '../../domain/core/problem.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { objectMatches } from '../store/core/name-search.ts'
import type { Objects, PageRequest, Stored } from '../store/core/objects.ts'
import type { HandlerOf, ProjectContext } from './context.ts'
import { refuseStale } from './if-unchanged.ts'

type Verb = 'list' | 'read' | 'create' | 'update' | 'remove'
type AnyResource = { readonly name: string; readonly endpoints: Contract }
type EndpointOf<R extends AnyResource, V extends Verb> = R['endpoints'][`${R['name']}.${V}`]

/** The body of a create: every field that a new object needs. */
export type DraftOf<R extends AnyResource> = BodyOf<EndpointOf<R, 'create'>>
/** The body of an update: the fields that change. */
export type ChangeOf<R extends AnyResource> = BodyOf<EndpointOf<R, 'update'>>
/** An object as the endpoints answer it. */
export type RowOf<R extends AnyResource> = AnswerOf<EndpointOf<R, 'create'>>

/** A write on its way: the body, the document before it, what `resolve` looked up, and the parent; a new object alone has one. */
type Write<R extends AnyResource, Doc, Found, Parent> = {
  readonly draft: ChangeOf<R>
  readonly found: Found
} & ({ readonly before: Stored<Doc>; readonly parent?: undefined } | { readonly before: null; readonly parent: Parent })

/** The code that is specific to a kind. Functions that take a context may use its transaction. */
export type CrudKind<R extends AnyResource, Doc extends object, Found, Parent> = {
  /** Looks up the parent that the path of a list and a create names, such as the schedule of a downtime. */
  readonly parent?: (id: string, context: ProjectContext) => Promise<Parent | Refusal>
  /** The document that the fields of a create are laid over. */
  readonly blank: (draft: DraftOf<R>, parent: Parent) => Doc
  /** The object's name, trimmed; `before` is null for a new object. */
  readonly name: (draft: ChangeOf<R>, before: string | null) => string
  /** The rules that a shape cannot say: field errors, or a refusal of another kind. */
  readonly rules: (
    draft: ChangeOf<R>,
    before: Doc | null,
    context: ProjectContext,
  ) => readonly Problem[] | Refusal | Promise<readonly Problem[] | Refusal>
  /** Looks up what the body names. Its problems are answered together with those of the rules, a refusal of another kind alone. */
  readonly resolve?: (
    draft: ChangeOf<R>,
    base: Doc,
    context: ProjectContext,
  ) => Resolved<Found> | Promise<Resolved<Found> | Refusal>
  /** Refuses one more object, as beyond a quota; asked once the body is in order. */
  readonly refuseNew?: (context: ProjectContext, parent: Parent) => Promise<Refusal | null>
  /** The document with the fields of a body. */
  readonly toDoc: (base: Doc, draft: ChangeOf<R>, found: Found) => Doc
  /** The rows of a page. Figures are loaded here, once for all of them. */
  readonly toRows: (stored: readonly Stored<Doc>[], context: ProjectContext) => Promise<RowOf<R>[]>
  /** Narrows a list, on the columns of `object`. */
  readonly narrow?: (query: QueryOf<EndpointOf<R, 'list'>>, parent: Parent) => RawBuilder<boolean> | undefined
  /** Writes what stands beside the document, as targets in a table of their own; in the same transaction. */
  readonly after?: (stored: Stored<Doc>, write: Write<R, Doc, Found, Parent>, context: ProjectContext) => Promise<void>
  /** Fields of the body that the document does not hold, for the audit entry. */
  readonly audited?: (draft: ChangeOf<R>) => object
  /** Shows in the answer of a write what is never shown again. */
  readonly reveal?: (row: RowOf<R>, stored: Stored<Doc>, before: Stored<Doc> | null) => RowOf<R>
  /** Undoes what refers to an object that is about to be deleted; in the same transaction. */
  readonly beforeRemove?: (stored: Stored<Doc>, context: ProjectContext) => Promise<void>
}

type Resolved<Found> = { readonly found: Found; readonly problems: readonly Problem[] }

type CrudHandlers<R extends AnyResource> = {
  readonly [Name in keyof R['endpoints'] & `${R['name']}.${Verb}`]: HandlerOf<R['endpoints'][Name]>
}

/** The handlers that a resource's endpoints have in common, and their parts for what is particular. */
export type Crud<R extends AnyResource, Doc extends object> = {
  readonly handlers: CrudHandlers<R>
  /** The object to change, locked until the transaction ends; or the refusal. */
  forChange(id: string, context: ProjectContext): Promise<Stored<Doc> | Refusal>
  /** The object as it is answered. */
  row(stored: Stored<Doc>, context: ProjectContext): Promise<RowOf<R>>
}

/** An object as an audit entry names it. */
export const resourceOf = ({ name: type }: { readonly name: string }, { id, name }: { id: string; name: string }) => ({
  type,
  id,
  name,
})

type ListRequest = PageRequest & { readonly search?: string }

const allOf = (...conditions: readonly (RawBuilder<boolean> | undefined)[]): RawBuilder<boolean> | undefined => {
  const given = conditions.filter((each) => each !== undefined)
  return given.length === 0 ? undefined : sql<boolean>`${sql.join(given, sql` and `)}`
}

type Params = { readonly params: { readonly id: string } }

/**
 * List, read, create, update and remove of a kind whose documents are in `object`. A body passes the rules (422), the change is
 * stored, and the audit log is told; live events follow from that, and a repeatable create from its `Idempotency-Key`.
 */
export const crud = <const R extends AnyResource, Doc extends object, Found = undefined, Parent = undefined>(
  resource: R,
  store: Objects<Doc>,
  kind: CrudKind<R, Doc, Found, Parent>,
): Crud<R, Doc> => {
  const noun = resource.name

  const found = (search = ''): RawBuilder<boolean> | undefined =>
    search.trim() === '' ? undefined : objectMatches(search)

  const row = async (stored: Stored<Doc>, context: ProjectContext): Promise<RowOf<R>> => {
    const [one] = await kind.toRows([stored], context)
    if (one === undefined) throw new Error(`The ${noun} has no row.`)
    return one
  }

  const parentOf = async ({ id = '' }: { readonly id?: string } = {}, context: ProjectContext) =>
    kind.parent ? kind.parent(id, context) : noParent<Parent>()

  const forChange = async (id: string, { db, project }: ProjectContext) =>
    (await store.readForChange(db, project.key, id)) ?? notFound(noun)

  /** Lays a body over `base`: the new document, or the refusal with everything that is wrong. */
  const prepare = async (draft: ChangeOf<R>, base: Doc, before: Stored<Doc> | null, context: ProjectContext) => {
    const ruled = await kind.rules(draft, before?.doc ?? null, context)
    if (ruled instanceof Refusal) return ruled
    const resolved = kind.resolve ? await kind.resolve(draft, base, context) : nothingFound<Found>()
    if (resolved instanceof Refusal) return resolved
    const problems = [...ruled, ...resolved.problems]
    if (problems.length > 0) return invalid(problems)
    const { found } = resolved
    return { found, doc: kind.toDoc(base, draft, found), name: kind.name(draft, before?.name ?? null) }
  }

  const fieldsOf = (stored: Stored<Doc>) => ({ name: stored.name, ...stored.doc })

  const finish = async (
    stored: Stored<Doc>,
    write: Write<R, Doc, Found, Parent>,
    context: ProjectContext,
  ): Promise<RowOf<R>> => {
    const { draft, before } = write
    await kind.after?.(stored, write, context)
    context.record({
      resource: resourceOf(resource, stored),
      ...(before && { before: fieldsOf(before) }),
      after: { ...fieldsOf(stored), ...kind.audited?.(draft) },
    })
    const answer = await row(stored, context)
    return kind.reveal?.(answer, stored, before) ?? answer
  }

  const verbs = {
    list: async (
      { params, query }: Partial<Params> & { query: ListRequest & QueryOf<EndpointOf<R, 'list'>> },
      context: ProjectContext,
    ) => {
      const parent = await parentOf(params, context)
      if (parent instanceof Refusal) return parent
      const where = allOf(kind.narrow?.(query, parent), found(query.search))
      const page = await store.list(context.db, context.project.key, query, where)
      const rows = await kind.toRows(page.rows, context)
      return resource.endpoints[`${noun}.list`]?.lists === 'results'
        ? resultsPage(page, rows, context)
        : { meta: { more: page.more, next_cursor: page.next_cursor }, data: rows }
    },

    read: async ({ params }: Params, context: ProjectContext) => {
      const stored = await store.read(context.db, context.project.key, params.id)
      return stored ? row(stored, context) : notFound(noun)
    },

    create: async ({ params, body }: Partial<Params> & { body: DraftOf<R> & ChangeOf<R> }, context: ProjectContext) => {
      const parent = await parentOf(params, context)
      if (parent instanceof Refusal) return parent
      const made = await prepare(body, kind.blank(body, parent), null, context)
      if (made instanceof Refusal) return made
      const full = await kind.refuseNew?.(context, parent)
      if (full) return full
      const { db, project, actor: owner, now } = context
      const { name, doc, found } = made
      const stored = await store.create(db, { projectKey: project.key, name, doc, owner, now })
      return finish(stored, { draft: body, before: null, found, parent }, context)
    },

    update: async ({ params, body }: Params & { body: ChangeOf<R> }, context: ProjectContext) => {
      const before = await forChange(params.id, context)
      if (before instanceof Refusal) return before
      const { asked, draft } = basisOf<ChangeOf<R>>(body)
      const stale = refuseStale(noun, asked, before)
      if (stale) return stale
      const made = await prepare(draft, before.doc, before, context)
      if (made instanceof Refusal) return made
      const { name, doc, found } = made
      const stored = await store.update(context.db, before, { name, doc, now: context.now })
      return finish(stored, { draft, before, found }, context)
    },

    remove: async ({ params }: Params, context: ProjectContext) => {
      const stored = await forChange(params.id, context)
      if (stored instanceof Refusal) return stored
      await kind.beforeRemove?.(stored, context)
      await store.remove(context.db, stored)
      context.record({ resource: resourceOf(resource, stored), before: fieldsOf(stored) })
      return null
    },
  }

  return { handlers: named(resource, verbs), forChange, row }
}

type PageEnd = { readonly more: boolean; readonly next_cursor: string | null }

/** A page of a version-2 list. */
export const resultsPage = <Row>({ more, next_cursor }: PageEnd, results: Row[], { project }: ProjectContext) => ({
  meta: { more, next_cursor, project_id: project.id },
  results,
})

/** Separates a change from the version that it is based on. All shapes of updates have that field as a time, which a type parameter cannot say. */
const basisOf = <Change>(body: Change): { asked: string | undefined; draft: Change } => {
  const { if_last_update: asked, ...draft } = body as Change & { readonly if_last_update?: string }
  return { asked, draft: draft as Change }
}

/** `Found` is undefined wherever a kind has no `resolve`. */
const nothingFound = <Found>(): Resolved<Found> => ({ found: undefined as Found, problems: [] })

/** `Parent` is undefined wherever a kind has no `parent`. */
const noParent = <Parent>(): Parent => undefined as Parent

/** The verbs that a resource has, under its endpoints' names. The types above are taken from those endpoints, which `fromEntries` forgets. */
const named = <R extends AnyResource>(resource: R, verbs: Readonly<Record<Verb, unknown>>): CrudHandlers<R> =>
  Object.fromEntries(
    Object.entries(verbs)
      .map(([verb, handler]) => [`${resource.name}.${verb}`, handler])
      .filter(([name]) => typeof name === 'string' && name in resource.endpoints),
  ) as CrudHandlers<R>
