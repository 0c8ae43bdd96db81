import { type } from 'arktype'
import type { EntityKind } from '../commands/core/world.ts'
import { contract, type EndpointName } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'

type Schema = { readonly anyOf?: readonly Schema[]; readonly properties?: Readonly<Record<string, Schema>> }

/** Fields of a body that are no settings: the name stands above a difference, and a version belongs to one object. */
const NOT_COMPARED = ['if_last_update', 'name']

/** Fields that tell one object from another, or that come by themselves. */
const OWN = /^(id|name|created|created_by|owner|updated|time|due|started|ended|changed|last_\w+|\w+_24h)$/

const isNamed = (name: string): name is EndpointName => Object.hasOwn(contract, name)

/** The body of the endpoint that changes an object of a kind; null where there is none. */
const bodyOf = (kind: EntityKind): Schema | null => {
  const name = [`${kind}.update`, `${kind}.replace`].find(isNamed)
  const { body }: Partial<AnyEndpoint> = name === undefined ? {} : contract[name]
  // Fields that JSON Schema cannot say count with what it can say of them.
  return body === undefined ? null : (type.raw(body).toJsonSchema({ fallback: ({ base }) => base }) as Schema)
}

const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  Object.assign({}, ...(schema.anyOf ?? [schema]).map(({ properties = {} }) => properties))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a row that a body sets, and how many fields of the body the row has and lacks. */
const settingsIn = (row: Readonly<Record<string, unknown>>, schema: Schema) => {
  const settings: Record<string, unknown> = {}
  let [found, missing] = [0, 0]
  for (const [key, inner] of Object.entries(propertiesOf(schema))) {
    if (NOT_COMPARED.includes(key)) continue
    const value = row[key]
    if (value === undefined) missing += 1
    else if (isObject(value) && Object.keys(propertiesOf(inner)).length > 0) {
      const nested = settingsIn(value, inner)
      settings[key] = nested.settings
      found += nested.found
      missing += nested.missing
    } else {
      settings[key] = value
      found += 1
    }
  }
  return { settings, found, missing }
}

const withoutOwn = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([key]) => !OWN.test(key))
      .map(([key, value]) => [key, key === 'meta' && isObject(value) ? withoutOwn(value) : value]),
  )

/**
 * An object as people configured it: the fields that its change would set, without its name. Of a kind that nothing changes, such as a
 * result, it is all but what tells one from another, such as ids and times.
 */
export const configured = (row: unknown, kind: EntityKind): unknown => {
  if (!isObject(row)) return row
  const body = bodyOf(kind)
  const { settings, found, missing } = body ? settingsIn(row, body) : { settings: {}, found: 0, missing: 1 }
  // A body of another form than its object says little about it.
  return found > missing ? settings : withoutOwn(row)
}
