import { sql } from 'kysely'
import { idOfRun } from '../store/results/runs.ts'
import type { IngredientSource, Order } from './ingredients.ts'

type Facts = { projects: ReadonlyMap<number, Named>; locations: ReadonlyMap<number, Named> }
type Named = { readonly id: string; readonly name: string }

/** System variables that the server knows. The agent adds those of the moment and of chance. */
const FACTS: Readonly<Record<string, (order: Order, facts: Facts) => string>> = {
  PROJECT_ID: ({ leased }, { projects }) => projects.get(leased.project_key)?.id ?? '',
  PROJECT_NAME: ({ leased }, { projects }) => projects.get(leased.project_key)?.name ?? '',
  CALL_ID: ({ monitor }) => monitor.id,
  CALL_NAME: ({ monitor }) => monitor.name,
  CALL_RESULT_ID: ({ leased }) => idOfRun(leased),
  // The auth setting of a run goes first, where it has one.
  CALL_AUTH_ID: () => '',
  CALL_TOKEN_ID: () => '',
  WORKFLOW_ID: ({ workflow }) => workflow?.id ?? '',
  WORKFLOW_NAME: ({ workflow }) => workflow?.name ?? '',
  WORKFLOW_RESULT_ID: ({ workflow }) => workflow?.resultId ?? '',
  LOCATION_ID: ({ leased }, { locations }) => locations.get(leased.location_key)?.id ?? '',
  LOCATION_NAME: ({ leased }, { locations }) => locations.get(leased.location_key)?.name ?? '',
}
const NAMES = Object.keys(FACTS)

/** The facts of a run as variables: its project, monitor, result and location. */
export const runFacts: IngredientSource = async (db, orders) => {
  const asking = orders.filter(({ monitor }) => NAMES.some((name) => monitor.reads.has(name)))
  if (asking.length === 0) return () => ({})
  const projectKeys = [...new Set(asking.map(({ leased }) => leased.project_key))]
  const locationKeys = [...new Set(asking.map(({ leased }) => leased.location_key))]
  const { rows: projects } = await sql<Named & { key: number }>`
    select key, id, name from project where key = any(${projectKeys}::int[])`.execute(db)
  const { rows: locations } = await sql<Named & { key: number }>`
    select key, id, coalesce(doc ->> 'name', id) as name from location where key = any(${locationKeys}::int[])`.execute(
    db,
  )
  const facts: Facts = {
    projects: new Map(projects.map((project) => [project.key, project])),
    locations: new Map(locations.map((location) => [location.key, location])),
  }
  return (order) => ({
    variables: Object.fromEntries(
      Object.entries(FACTS)
        .filter(([name]) => order.monitor.reads.has(name))
        .map(([name, factOf]) => [name, factOf(order, facts)]),
    ),
  })
}
