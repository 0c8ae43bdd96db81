import { type AnyEndpoint, PROJECT_RIGHTS } from '../../contract/core/endpoint.ts'
import { kindNamed } from '../../contract/kinds.ts'
import { keyOf } from '../core/command.ts'
import type { EntityKind, World } from '../core/world.ts'
import { kinds } from '../kinds.ts'

/** An argument that fills a variable of an endpoint's path. */
export type PathArgument = {
  /** The variable. */
  readonly variable: string
  /** The name of the argument; null where the open project fills it. */
  readonly key: string | null
  readonly kind: EntityKind | null
}

type Fields = Readonly<Record<string, unknown>>

/** Kinds by the step of a path that stands before an id, where that is not the kind's plural. */
const STEPS: Readonly<Record<string, EntityKind>> = {
  calls: 'monitor',
  call: 'monitor',
  browser: 'browser-test',
  webhooks: 'webhook',
  auth: 'auth-setting',
  org: 'collection',
  outbox: 'mail',
  dependencies: 'monitor',
  stats: 'location',
}

const kindOfStep = (step: string): EntityKind | null =>
  STEPS[step] ??
  // The keys of the table are kinds; Object.keys cannot know it.
  (Object.keys(kinds) as EntityKind[]).find((kind) => kinds[kind].noun[1].replaceAll(' ', '-') === step) ??
  null

/** The arguments for the variables of an endpoint's path. `own` is the kind that the endpoint is about, which a last `{id}` names. */
export const pathArguments = ({ route, access }: AnyEndpoint, own: EntityKind | null): readonly PathArgument[] => {
  const steps = (route.split(' ')[1] ?? '').split('/').filter((step) => step !== '')
  const variables = steps.flatMap((step, at) => {
    const variable = /^\{(\w+)\}$/.exec(step)?.[1]
    return variable === undefined ? [] : [{ variable, before: steps[at - 1] ?? '' }]
  })
  return variables.map(({ variable, before }, at) => {
    if (variable === 'org') return { variable, key: 'organization', kind: 'collection' }
    if (variable === 'loc') return { variable, key: 'location', kind: 'location' }
    // Endpoints of a project take the id of the open one, and no other.
    if (before === 'projects' && PROJECT_RIGHTS.some((right) => right === access))
      return { variable, key: null, kind: null }
    const isLast = at === variables.length - 1
    const kind = isLast && own !== null ? own : kindOfStep(before)
    return { variable, key: kind ?? kindNamed(variable) ?? variable, kind }
  })
}

/** The values of a path's variables. */
export const pathValues = (path: readonly PathArgument[], args: Fields, world: World): Record<string, string> =>
  Object.fromEntries(
    path.map(({ variable, key }) => [variable, key === null ? (world.project?.id ?? '') : String(args[key] ?? '')]),
  )

/** The fields of a query, with those that it takes over from another shape. */
export const queryFields = (query: unknown): Fields => {
  if (typeof query !== 'object' || query === null) return {}
  const { '...': taken, ...own } = query as Fields
  return { ...queryFields(taken), ...own }
}

/** The fields of a query that arguments gave. */
export const queryValues = (fields: Fields, args: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(fields)
      .map((written) => keyOf(written).key)
      .flatMap((key) => (args[key] === undefined ? [] : [[key, args[key]]])),
  )
