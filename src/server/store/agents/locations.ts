import { type Selectable, sql } from 'kysely'
import type { place } from '../../../contract/agents/agents.ts'
import type { Shape } from '../../../contract/core/endpoint.ts'
import type { LocationColumns } from '../core/agent-columns.ts'
import type { Db } from '../core/database.ts'
import { type Binding, bindingColumns, bindingOf, isSameBinding, mayUseLocation } from './binding.ts'

/** Description of a location. `simulated`: no agent runs there, and its results were generated for a demo. */
export type LocationDoc = Shape<typeof place> & { readonly simulated?: true }

export type Location = {
  readonly key: number
  readonly id: string
  readonly place: LocationDoc
  /** The only projects that know it and run monitors there; null: all. */
  readonly binding: Binding
  /** Its last agent was revoked, and none has joined since: nothing runs from here. */
  readonly closed: boolean
  readonly created: number
}

const columns = ['key', 'id', 'doc', 'edits', 'bound_org', 'bound_projects', 'closed', 'created'] as const

type LocationRow = Pick<Selectable<LocationColumns>, (typeof columns)[number]>

const locationOf = (row: LocationRow): Location => ({
  key: row.key,
  id: row.id,
  place: placeOf(row),
  binding: bindingOf(row),
  closed: row.closed !== null,
  created: row.created,
})

/** The place as an agent described it, with the fields that a person has set. An empty field is unknown. */
export const placeOf = ({ doc, edits }: Pick<LocationRow, 'doc' | 'edits'>): LocationDoc => {
  const known = Object.entries({ ...doc, ...edits }).filter(([, value]) => value !== null && value !== '')
  // Written by `joinLocation` and `changeLocation` alone.
  return Object.fromEntries(known) as LocationDoc
}

/** Reads all locations that an agent ever joined from, oldest first. */
export const allLocations = async (db: Db): Promise<Location[]> => {
  const rows = await db.selectFrom('location').select(columns).orderBy('key').execute()
  return rows.map(locationOf)
}

/** A demo's monitors, of which each ran from all of its locations, are the first of its project. */
const MONITORS_ASKED = 100

/** Reads the locations that may run monitors of a project. */
export const locationsWithin = async (db: Db, projectKey: number): Promise<Location[]> => {
  const { rows } = await sql<LocationRow>`
    select ${sql.raw(columns.map((column) => `l.${column}`).join(', '))} from location l join project p on p.key = ${projectKey}
    where ${mayUseLocation} order by l.key`.execute(db)
  return rows.map(locationOf)
}

/**
 * Reads the locations that a project may know of: those that an agent joined from, and those simulated ones that its own
 * monitors have results from. Without a project there are no simulated ones, and none that are bound to a project or organization.
 */
export const locationsFor = async (db: Db, projectKey: number | null): Promise<Location[]> => {
  const locations =
    projectKey === null
      ? (await allLocations(db)).filter(({ binding }) => binding === null)
      : await locationsWithin(db, projectKey)
  const simulated = locations.filter(({ place }) => place.simulated).map(({ key }) => key)
  if (simulated.length === 0) return locations
  const { rows } = await sql<{ key: number }>`
    select l.key from location l where l.key = any(${simulated}::smallint[]) and exists (
      select 1 from (select key from object where project_key = ${projectKey} and kind = 'monitor' order by key limit ${MONITORS_ASKED}) o
      join rollup r on r.target_key = o.key and r.kind = 1 and r.location_key = l.key)`.execute(db)
  const own = new Set(rows.map(({ key }) => key))
  return locations.filter(({ key, place }) => !place.simulated || own.has(key))
}

/**
 * Returns the location `id`, creating it if new; `isNew` also where it was closed. The agent's description of its place replaces the earlier one, except for fields that a
 * person has set. A location that exists keeps its binding.
 */
export const joinLocation = async (
  db: Db,
  id: string,
  place: LocationDoc,
  now: number,
  binding: Binding = null,
): Promise<{ location: Location; isNew: boolean }> => {
  // An insert that finds the location there would use up one of the few numbers that locations can have.
  const known = await locationWithId(db, id)
  if (known) return { location: await describeAgain(db, known, { place, now, binding }), isNew: known.closed }
  const row = await db
    .insertInto('location')
    .values({ id, doc: JSON.stringify(place), created: now, last_update: now, ...bindingColumns(binding) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ doc: JSON.stringify(place), last_update: now }))
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { location: locationOf(row), isNew: true }
}

/** Returns the location with an id; null if there is none. */
export const locationWithId = async (db: Db, id: string): Promise<Location | null> => {
  const row = await db.selectFrom('location').select(columns).where('id', '=', id).executeTakeFirst()
  return row ? locationOf(row) : null
}

/** A location keeps its description when agents with another binding ask to join. */
const describeAgain = async (
  db: Db,
  location: Location,
  { place, now, binding }: { place: LocationDoc; now: number; binding: Binding },
): Promise<Location> => {
  if (!isSameBinding(location.binding, binding)) return location
  const row = await db
    .updateTable('location')
    .set({ doc: JSON.stringify(place), last_update: now, closed: null })
    .where('key', '=', location.key)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return locationOf(row)
}

/** Counts locations: those whose agents work for one of these projects or this organization alone, or for anybody's; all by default. */
export const countLocations = async (
  db: Db,
  { of }: { readonly of?: NonNullable<Binding> | 'anybody' } = {},
): Promise<number> => {
  const isBound = sql`bound_org is not null or bound_projects is not null`
  const which =
    of === undefined
      ? sql`true`
      : of === 'anybody'
        ? isBound
        : sql`bound_org = ${of.orgId} or bound_projects && ${[...of.projectKeys]}::int[]`
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from location where ${which}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Closes a location that has no agent left; null if it still has one. */
export const closeLocation = async (db: Db, key: number, now: number): Promise<Location | null> => {
  const row = await db
    .updateTable('location')
    .set({ closed: now, last_update: now })
    .where('key', '=', key)
    .where('closed', 'is', null)
    .where(sql<boolean>`not exists (select from agent g where g.location_key = location.key and g.revoked is null)`)
    .returning(columns)
    .executeTakeFirst()
  return row ? locationOf(row) : null
}

/** Changes the place of a location as a person sees fit, and the projects that may use it. */
export const changeLocation = async (
  db: Db,
  key: number,
  { edits, binding, now }: { edits: Record<string, unknown>; binding: Binding; now: number },
): Promise<Location> => {
  const row = await db
    .updateTable('location')
    .set({
      edits: sql<string>`edits || ${JSON.stringify(edits)}::jsonb`,
      last_update: now,
      ...bindingColumns(binding),
    })
    .where('key', '=', key)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return locationOf(row)
}
