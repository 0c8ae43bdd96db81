import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { newId } from './identifiers.ts'
import { keyOfCursor } from './key-cursor.ts'

/** A stored configuration object: common columns and a document. */
export type Stored<Doc> = {
  readonly key: number
  readonly id: string
  readonly project_key: number
  readonly name: string
  readonly doc: Doc
  /** The account or API key that created it. */
  readonly owner: string
  readonly created: number
  readonly last_update: number
}

export type Page<Doc> = { rows: Stored<Doc>[]; more: boolean; next_cursor: string | null }

export type PageRequest = { cursor?: string; limit?: number }

const writeCursor = (at: number): string => at.toString(36)

const PAGE = 100
/** Maximum bytes per page, whatever limit was requested: documents can be megabytes, and a response is built in one go. */
const PAGE_BYTES = 4 * 1024 * 1024

/** The stored objects of one kind. */
export type Objects<Doc extends object> = ReturnType<typeof objectsOf<Doc>>

/** Storage of one kind of object. Every read and write is limited to one project, so that no id of another project can be reached. */
export const objectsOf = <Doc extends object>(kind: string) => {
  const columns = ['key', 'id', 'project_key', 'name', 'doc', 'owner', 'created', 'last_update'] as const
  // The column contains only documents that this kind's handlers wrote.
  const typed = (rows: readonly unknown[]) => rows as Stored<Doc>[]
  const within = (db: Db, projectKey: number) =>
    db.selectFrom('object').select(columns).where('project_key', '=', projectKey).where('kind', '=', kind)

  return {
    kind,

    /** Reads a page, newest first, limited by count and total size. `where` filters further on columns of `object`. */
    async list(db: Db, projectKey: number, asked: PageRequest, where?: RawBuilder<boolean>): Promise<Page<Doc>> {
      const limit = asked.limit ?? PAGE
      const before = keyOfCursor(asked.cursor, { base: 36 })
      const next = sql`select key, octet_length(doc::text)::int as bytes from object
        where project_key = ${projectKey} and kind = ${kind} and ${where ?? sql`true`}`
      // One by one, so that no document beyond the page is touched: measuring one takes as long as reading it.
      const { rows: found } = await sql<{ key: number; fits: boolean }>`
        with recursive page as (
          (select key, bytes, 1 as nth from (${next} ${before === null ? sql`` : sql`and key < ${before}`}
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

    /** Like `read`, but locks the object against changes until the transaction ends; others may still refer to it. */
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
      // Always different from the previous one: caches of the object are keyed by it.
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
