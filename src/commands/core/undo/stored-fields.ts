import { isEqual, valueAt, withPath } from '../../../../machines/draft-path.ts'
import { failureOf } from '../../../../machines/resource/failure.ts'
import type { FieldStep } from '../../../../machines/undo.ts'
import type { EndpointName } from '../../../contract/contract.ts'
import { resources } from '../../../contract/resources.ts'
import { MASK } from '../../../domain/secrets/masking.ts'
import { keyOf } from '../command.ts'
import type { World } from '../world.ts'
import { changedSince } from './undo-failures.ts'

type Values = Readonly<Record<string, unknown>>
type Params = Readonly<Record<string, string>>

/** The reading of an object that an endpoint changes. */
type Stored = {
  readonly read: EndpointName
  /** The object in the answer, where that holds more. */
  readonly row?: (answer: unknown) => unknown
  /** Whether the change takes the version that it is based on, as `if_last_update`. */
  readonly versioned: boolean
  /** Whether the change answers with the object. */
  readonly answers?: boolean
  /** The fields of the object that a change sets; absent: those that it names. */
  readonly sets?: readonly string[]
  /** The body that restores fields, where a change says them otherwise. */
  readonly restores?: (fields: Values, nowMs: number) => Values
  /** Groups of fields, such as `meta`, of which a change may hold some; every other field is replaced as a whole. */
  readonly groups?: readonly string[]
  /** All that a change can set: it may set more than it names, as a body takes the place of the parts of a form. */
  readonly settable?: readonly string[]
  /** The body that would store the object as it is, where a change is always the whole object. */
  readonly whole?: (row: Values) => Values
}

const NOWHERE = { cloud: null, region: null, country: null, city: null }

const placed = ({ name, place }: Values): Values => ({
  name,
  ...NOWHERE,
  ...Object(place),
  coordinates: Object(place).location ?? null,
})

const others: Partial<Record<EndpointName, Stored>> = {
  'browser-test.update': { read: 'browser-test.read', versioned: true, answers: true },
  'incident.update': { read: 'incident.read', versioned: true, answers: true },
  'objective.replace': {
    read: 'objective.read',
    versioned: true,
    whole: ({ last_update: _, ...settings }) => settings,
  },
  'status-page.replace': {
    read: 'status-page.read',
    versioned: true,
    whole: ({ last_update: _, url: __, subscribers: ___, ...settings }) => settings,
  },
  'project.update': {
    read: 'project.read',
    row: (answer) => ({ ...Object(valueAt(answer, 'project')), ...Object(valueAt(answer, 'settings')) }),
    versioned: false,
  },
  'monitor.judge': {
    read: 'monitor.conditions',
    // What is not set is not answered.
    row: (answer) => ({ ...Object(answer), meta: { ignore_project_conditions: false, ...Object(answer).meta } }),
    versioned: false,
    sets: ['conditions', 'meta.break_on_fail', 'meta.ignore_project_conditions', 'meta.numeric_texts'],
    whole: ({ meta, conditions }) => ({ meta, conditions }),
  },
  'project-conditions.replace': {
    read: 'project-conditions.read',
    versioned: false,
    sets: ['conditions', 'meta.break_on_fail', 'meta.numeric_texts'],
    // Its versions refuse a change that came between.
    whole: ({ meta, conditions }) => ({ meta, conditions }),
  },
  'organization.update': { read: 'organization.read', versioned: true, answers: true },
  'organization-downtime.update': { read: 'organization-downtime.read-one', versioned: false, answers: true },
  'identity-provider.update': { read: 'identity-provider.read', versioned: true },
  'integration.update': { read: 'integration.read', versioned: false },
  'account.update': { read: 'account.read', versioned: false },
  // A place that is not known is null in the change, and absent in the row.
  'webhook.snooze': {
    read: 'webhook.read',
    versioned: false,
    sets: ['snoozed_until'],
    restores: ({ snoozed_until: until }, nowMs) =>
      until !== null && Date.parse(String(until)) > nowMs ? { until } : { minutes: 0 },
  },
  'agent.place': { read: 'agent.read', row: (answer) => placed(Object(answer)), versioned: false },
}

const groupsIn = (draft: Values): readonly string[] =>
  Object.entries(draft).flatMap(([written, definition]) => (isGroup(definition) ? keyOf(written).key : []))

const pathsIn = (draft: Values): readonly string[] =>
  Object.entries(draft).flatMap(([written, definition]) => {
    const { key } = keyOf(written)
    return isGroup(definition) ? Object.keys(definition).map((inner) => `${key}.${keyOf(inner).key}`) : [key]
  })

const ofManagedKinds = (): Readonly<Record<string, Stored>> =>
  Object.fromEntries(
    Object.values(resources).map(({ name, draft }) => [
      `${name}.update`,
      // `resource()` names the endpoints of its kind so.
      {
        read: `${name}.read` as EndpointName,
        versioned: true,
        answers: true,
        groups: groupsIn(draft),
        settable: pathsIn(draft),
      },
    ]),
  )

let table: Readonly<Record<string, Stored>> | null = null

/** How an endpoint's object is read; null where its changes cannot be undone by fields. */
const storedBy = (operation: string): Stored | null => {
  table ??= { ...ofManagedKinds(), ...others }
  return table[operation] ?? null
}

/** Whether a command that changes by this endpoint can be undone by its fields. */
export const keepsFields = (operation: EndpointName): boolean => storedBy(operation) !== null

const readObject = async (stored: Stored, params: Params, world: World): Promise<unknown> => {
  const input = { params }
  // The endpoint is found by name, so its input is not known here: the change has the same parameters.
  const answer: unknown = await world.call(stored.read, input as never)
  return stored.row ? stored.row(answer) : answer
}

/** A field of an object: at its path, or wherever the object groups it otherwise than the change does. */
const fieldIn = (row: unknown, path: string): unknown => {
  const there = valueAt(row, path)
  if (there !== undefined) return there
  const key = path.slice(path.lastIndexOf('.') + 1)
  return [row, ...Object.values(Object(row))]
    .map((group) => (isGroup(group) ? group[key] : undefined))
    .find((value) => value !== undefined)
}

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paths of a change: its fields, and those within the groups that it takes in part. */
const pathsOf = (body: Values, { groups = [], sets }: Stored): readonly string[] =>
  sets ??
  Object.entries(body).flatMap(([key, value]) => {
    if (key === 'if_last_update' || value === undefined) return []
    return groups.includes(key) && isGroup(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key]
  })

/** Whether a change gives a field as it is stored: a form sends all of its fields back, those with a mask and those that are not set too. */
const isSame = (stored: unknown, given: unknown): boolean =>
  isEqual(stored, given) || (stored === undefined && (given === null || (Array.isArray(given) && given.length === 0)))

const isSecret = (value: unknown): boolean => JSON.stringify(value)?.includes(MASK) ?? false

/**
 * Carries out a change and records the fields that it changed. The step is null where a value is not shown, such as a secret: half of a
 * change is never undone.
 */
export const recordFields = async (
  operation: EndpointName,
  input: { readonly params?: Params; readonly body?: Values },
  world: World,
  change: () => Promise<unknown>,
): Promise<{ readonly answer: unknown; readonly step: FieldStep | 'unchanged' | null }> => {
  const stored = storedBy(operation)
  if (!stored) return { answer: await change(), step: null }
  const { params = {}, body = {} } = input
  // A reading that fails costs the undo, never the change.
  const read = () => readObject(stored, params, world).catch(() => undefined)
  const before = await read()
  const answer = await change()
  const after = stored.answers ? answer : await read()
  const named = pathsOf(body, stored)
  const given = named.filter((path) => !isSame(fieldIn(before, path), valueAt(body, path)))
  const moved = (stored.settable ?? []).filter(
    (path) => !named.includes(path) && !isEqual(fieldIn(before, path), fieldIn(after, path)),
  )
  const fields = [...given, ...moved].map((path) => ({ path, from: fieldIn(before, path), to: fieldIn(after, path) }))
  const changed = fields.filter(({ from, to }) => !isEqual(from, to))
  const isShown = fields.every(({ from, to }) => from !== undefined && to !== undefined && !isSecret([from, to]))
  const name = String(fieldIn(after, 'name') ?? fieldIn(after, 'title') ?? '')
  if (isShown && changed.length === 0) return { answer, step: 'unchanged' }
  return { answer, step: isShown ? { operation, params, name, fields: changed } : null }
}

/** Restores the fields of a step if they are as the action left them, and returns the step that reverts that. */
export const restoreFields = async (step: FieldStep, world: World): Promise<FieldStep> => {
  const { params, fields } = step
  const stored = storedBy(step.operation)
  if (!stored) throw new Error(`The fields of ${step.operation} cannot be restored.`)
  const now = await readObject(stored, params, world)
  const changed = fields.filter(({ path, to }) => !isEqual(fieldIn(now, path), to)).map(({ path }) => path)
  if (changed.length > 0) throw changedSince(step.name, changed)
  const body = fields.reduce<unknown>(
    (draft, { path, from }) => withPath(draft, path, from),
    stored.whole?.(Object(now)) ?? {},
  )
  const restored = stored.restores?.(Object(body), world.now()) ?? Object(body)
  const version = stored.versioned ? { if_last_update: fieldIn(now, 'last_update') } : {}
  try {
    // As above: the body holds fields that were read from the object.
    await world.call(step.operation as EndpointName, { params, body: { ...restored, ...version } } as never)
  } catch (error) {
    throw failureOf(step.operation, error).status === 409
      ? changedSince(
          step.name,
          fields.map(({ path }) => path),
        )
      : error
  }
  return { ...step, fields: fields.map(({ path, from, to }) => ({ path, from: to, to: from })) }
}
