import { sql } from 'kysely'
import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { KeyAway } from '../store/core/data-keys.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { openVariable } from '../store/environments/variables.ts'
import { secretParts } from '../store/secrets/secret-pairs.ts'
import type { Ingredient, IngredientSource, Order } from './ingredients.ts'

type Variable = { readonly value: string; readonly secret: boolean; readonly origins: readonly string[] }
type Known = { readonly version: number; readonly variables: ReadonlyMap<string, Variable>; readonly size: number }
type Row = { key: number; project_key: number; name: string; version: number }

/** Characters of values that are kept opened. */
const KEPT = 64 * 1024 * 1024

/** Variables of environments, opened once per version: reads them for monitors, alerts and previews. */
export type Environments = {
  /**
   * Looks up variables in the given environments of a project, in order; the first that has a name gives its value. Names that none has
   * are absent.
   */
  read(
    db: Db,
    asked: readonly { readonly projectKey: number; readonly workspace: string }[],
  ): Promise<(projectKey: number, workspaces: readonly string[], names: Iterable<string>) => Map<string, Variable>>
}

/** A variable whose key is not available throws a `KeyAway` when its value is read. */
const opened = (row: StoredText, sealing: SecretCipher): Variable => {
  const { secret, origins } = row
  try {
    return { value: openVariable(row, sealing), secret, origins }
  } catch (cause) {
    if (!(cause instanceof KeyAway)) throw cause
    return {
      get value(): string {
        throw cause
      },
      secret,
      origins,
    }
  }
}

type StoredText = { readonly value: string; readonly secret: boolean; readonly origins: string[] }

/** Opens the cache of a server's environments. A deleted variable changes its environment's version too. */
export const openEnvironments = (sealing: SecretCipher): Environments => {
  const known = new Map<number, Known>()
  let size = 0
  let epoch = sealing.dataKeys.epoch()

  const load = async (db: Db, changed: readonly Row[]): Promise<void> => {
    if (changed.length === 0) return
    const { rows } = await sql<{
      environment_key: number
      name: string
      value: string
      secret: boolean
      origins: string[]
    }>`
      select environment_key, name, value, secret, origins from variable
      where environment_key = any(${changed.map(({ key }) => key)}::int[])`.execute(db)
    for (const { key, version } of changed) {
      const own = rows.filter(({ environment_key }) => environment_key === key)
      const variables = new Map(own.map((row): [string, Variable] => [row.name, opened(row, sealing)]))
      const characters = own.reduce((sum, { value }) => sum + value.length, 0)
      size += characters - (known.get(key)?.size ?? 0)
      known.set(key, { version, variables, size: characters })
    }
  }

  return {
    async read(db, asked) {
      const places = asked.flatMap(({ projectKey, workspace }) => [
        { p: projectKey, n: workspace },
        { p: projectKey, n: GLOBAL },
      ])
      const { rows } = await sql<Row>`
        select e.key, e.project_key, e.name, e.version
        from (select distinct p, n from json_to_recordset(${JSON.stringify(places)}::json) as place(p int, n text)) asked
        join environment e on e.project_key = asked.p and e.name = asked.n`.execute(db)
      if (size > KEPT || sealing.dataKeys.epoch() !== epoch) {
        epoch = sealing.dataKeys.epoch()
        known.clear()
        size = 0
      }
      await load(
        db,
        rows.filter(({ key, version }) => known.get(key)?.version !== version),
      )
      const byPlace = new Map(rows.map((row) => [`${row.project_key} ${row.name}`, known.get(row.key)?.variables]))
      return (projectKey, workspaces, names) => {
        const searched = workspaces.flatMap((workspace) => byPlace.get(`${projectKey} ${workspace}`) ?? [])
        const found = new Map<string, Variable>()
        for (const name of names) {
          const variable = searched.find((variables) => variables.has(name))?.get(name)
          if (variable) found.set(name, variable)
        }
        return found
      }
    },
  }
}

/** Names that a monitor reads and does not give a value itself. */
const asks = ({ monitor }: Order): string[] => {
  const own = new Set((monitor.doc.request.variables ?? []).map(({ key }) => key))
  return [...monitor.reads].filter((name) => !own.has(name))
}

/** Found variables as an ingredient. A secret counts as sent wherever it is read, in a condition too: see decision 0015. */
const ingredientOf = (found: ReadonlyMap<string, Variable>): Ingredient => {
  const secrets = [...found].filter(([, { secret }]) => secret)
  return {
    variables: Object.fromEntries([...found].map(([name, { value }]) => [name, value])),
    secret_variables: secrets.map(([name]) => name),
    held: secrets.map(([name, { origins }]) => ({ name, origins })),
    secrets: secrets.flatMap(([, { value }]) => secretParts(value)),
  }
}

/** The environments before `global`: that of the workflow, unless it is `global` too, then that of the monitor. */
const workspacesOf = ({ workflow, monitor }: Order): string[] => [
  ...(workflow && workflow.workspace !== GLOBAL ? [workflow.workspace] : []),
  monitor.doc.meta.workspace,
]

/** The variables of a run's environments: that of its workflow, that of its monitor, then `global`. Each run gets only those that its monitor reads. */
export const environmentVariables = (environments: Environments): IngredientSource => {
  return async (db, orders) => {
    const asking = new Map(
      orders.flatMap((order) => {
        const names = asks(order)
        return names.length > 0 ? [[order, names]] : []
      }),
    )
    if (asking.size === 0) return () => ({})
    const find = await environments.read(
      db,
      [...asking.keys()].flatMap((order) =>
        workspacesOf(order).map((workspace) => ({ projectKey: order.leased.project_key, workspace })),
      ),
    )
    return (order) => {
      const names = asking.get(order)
      if (!names) return {}
      return ingredientOf(find(order.leased.project_key, [...workspacesOf(order), GLOBAL], names))
    }
  }
}
