import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { newId } from './identifiers.ts'

/** A configuration object as it is stored: what all kinds share, and a document of its own. */
export type Stored<Doc> = {
  readonly key: number
  readonly id: string
  readonly project_key: number
  readonly name: string
  readonly doc: Doc
  /** The account or key that made it. */
  readonly owner: string
  readonly created: number
  readonly last_update: number
}

export type Page<Doc> = { rows: Stored<Doc>[]; more: boolean; next_cursor: string | null }

export type Asked = { cursor?: string; limit?: number }

/** A cursor tells where the page before it ended; null where it is not one of ours. */
const readCursor = (cursor: string | undefined): number | null | undefined => {
  if (cursor === undefined) return undefined
  const at = Number.parseInt(cursor, 36)
  return Number.isSafeInteger(at) && at >= 0 ? at : null
}
const writeCursor = (at: number): string => at.toString(36)

const PAGE = 100
/** A page ends here, however many were asked for: documents may hold megabytes, and an answer is made in one go. */
const PAGE_BYTES = 4 * 1024 * 1024

/** The stored objects of one kind. */
export type Objects<Doc extends object> = ReturnType<typeof objectsOf<Doc>>

/** The objects of one kind. Every read and write is within one project, so that no id of another can be reached. */
export const objectsOf = <Doc extends object>(kind: string) => {
  const columns = ['key', 'id', 'project_key', 'name', 'doc', 'owner', 'created', 'last_update'] as const
  // What this kind's handlers wrote is what they read: the column holds their own documents.
  const typed = (rows: readonly unknown[]) => rows as Stored<Doc>[]
  const within = (db: Db, projectKey: number) =>
    db.selectFrom('object').select(columns).where('project_key', '=', projectKey).where('kind', '=', kind)

  return {
    kind,

    /** Newest first, as many as were asked for and are not too large together. `where` narrows further, on the columns of `object`. */
    async list(db: Db, projectKey: number, asked: Asked, where?: RawBuilder<boolean>): Promise<Page<Doc>> {
      const limit = asked.limit ?? PAGE
      const before = readCursor(asked.cursor)
      const next = sql`select key, octet_length(doc::text)::int as bytes from object
        where project_key = ${projectKey} and kind = ${kind} and ${where ?? sql`true`}`
      // One by one, so that no document is looked at beyond the page: telling how large one is takes as long as reading it.
      const { rows: found } = await sql<{ key: number; fits: boolean }>`
        with recursive page as (
          (select key, bytes, 1 as nth from (${next} ${before === undefined ? sql`` : sql`and key < ${before ?? 0}`}
            order by key desc limit 1) first)
          union all
          select o.key, p.bytes + o.bytes, p.nth + 1 from page p, lateral (${next} and key < p.key order by key desc limit 1) o
            where p.nth <= ${limit} and (p.nth = 1 or p.bytes <= ${PAGE_BYTES}))
        select key, nth <= ${limit} and (nth = 1 or bytes <= ${PAGE_BYTES}) as fits from page order by key desc`.execute(
        db,
      )
      const keys = found.flatMap(({ key, fits }) => (fits ? [key] : []))
      const last = keys.at(-1)
      const more = found.length > keys.length
      const rows = last === undefined ? [] : typed(await within(db, projectKey).where('key', 'in', keys).execute())
      rows.sort((a, b) => b.key - a.key)
      return { rows, more, next_cursor: more && last !== undefined ? writeCursor(last) : null }
    },

    async read(db: Db, projectKey: number, id: string): Promise<Stored<Doc> | undefined> {
      return typed(await within(db, projectKey).where('id', '=', id).execute())[0]
    },

    /** As `read`, and nobody else changes it until this transaction ends; others may refer to it meanwhile. */
    async readForChange(db: Db, projectKey: number, id: string): Promise<Stored<Doc> | undefined> {
      return typed(await within(db, projectKey).where('id', '=', id).forNoKeyUpdate().execute())[0]
    },

    async readMany(db: Db, projectKey: number, ids: readonly string[]): Promise<Stored<Doc>[]> {
      if (ids.length === 0) return []
      return typed(
        await within(db, projectKey)
          .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
          .execute(),
      )
    },

    async all(db: Db, projectKey: number): Promise<Stored<Doc>[]> {
      return typed(await within(db, projectKey).orderBy('key', 'desc').execute())
    },

    async create(
      db: Db,
      made: { projectKey: number; name: string; doc: Doc; owner: string; now: number },
    ): Promise<Stored<Doc>> {
      const rows = await db
        .insertInto('object')
        .values({
          id: newId(),
          project_key: made.projectKey,
          kind,
          name: made.name,
          doc: JSON.stringify(made.doc),
          owner: made.owner,
          created: made.now,
          last_update: made.now,
        })
        .returning(columns)
        .execute()
      const row = typed(rows)[0]
      if (!row) throw new Error(`The ${kind} was not stored.`)
      return row
    },

    async update(db: Db, stored: Stored<Doc>, change: { name: string; doc: Doc; now: number }): Promise<Stored<Doc>> {
      // Never the same twice: what is remembered of an object elsewhere is known by it.
      const last_update = Math.max(change.now, stored.last_update + 1)
      await db
        .updateTable('object')
        .set({ name: change.name, doc: JSON.stringify(change.doc), last_update })
        .where('key', '=', stored.key)
        .execute()
      return { ...stored, name: change.name, doc: change.doc, last_update }
    },

    async remove(db: Db, stored: Stored<Doc>): Promise<void> {
      await db.deleteFrom('object').where('key', '=', stored.key).execute()
    },
  }
}
