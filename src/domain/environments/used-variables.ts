import { placeholdersIn } from '../core/placeholders.ts'
import { isSystemVariable } from './system-variables.ts'
import { GLOBAL } from './variable-rules.ts'

type Pair = { readonly key: string; readonly value: string }

/** The parts of a monitor in which placeholders are replaced. */
export type ReadingMonitor = {
  readonly workspace: string
  readonly url: string
  readonly parameters: readonly Pair[]
  readonly headers: readonly Pair[]
  readonly body: string | null
  /** Fields of a form body, if it is sent as one. */
  readonly form?: readonly Pair[]
  /** Steps and assertions of a browser test, each with its place. */
  readonly steps?: readonly (readonly [where: string, text: string])[]
  /** The monitor's own variables. */
  readonly variables: readonly Pair[]
  readonly conditions: readonly {
    readonly id?: string | undefined
    readonly property?: string | null | undefined
    readonly val?: string | null | undefined
    readonly val2?: string | null | undefined
  }[]
}

export type VariableSource = 'monitor' | 'workspace' | 'auth' | 'system' | 'context' | 'unknown'

/** A variable that a monitor reads. */
export type UsedVariable = {
  readonly name: string
  readonly source: VariableSource
  /** The environment with the value; null for other sources. */
  readonly workspace: string | null
  readonly where: string[]
}

/** The places in which a placeholder is looked up, in order. The first that has the variable gives its value. */
export const SEARCH_ORDER = [
  { source: 'context', words: 'variables of the run, given when it is started' },
  { source: 'workflow', words: 'variables that a workflow sets, for its later steps' },
  { source: 'monitor', words: 'the monitor’s own variables' },
  { source: 'workspace', words: 'the environment of the monitor' },
  { source: 'global', words: 'the environment `global`' },
  { source: 'auth', words: 'custom variables and token fields of the auth setting' },
  { source: 'system', words: 'system variables' },
] as const

/** Variables that a run gets from the alert that starts it. */
export const ALERT_VARIABLES = [
  'ALERT_KIND',
  'ALERT_TEXT',
  'ALERT_CALL_ID',
  'ALERT_CALL_NAME',
  'ALERT_RESULT',
  'ALERT_RESULT_CLASS',
  'ALERT_RESULT_ID',
  'ALERT_HTTP_CODE',
  'ALERT_LOCATION_ID',
] as const

/** System variables that only an auth setting gives. */
const OF_AUTH: ReadonlySet<string> = new Set(['CLIENT_ID', 'CLIENT_SECRET'])

/** Each place of a monitor in which placeholders are replaced, with its text. */
const placesOf = (monitor: ReadingMonitor): [where: string, text: string][] => [
  ['url', monitor.url],
  ...monitor.parameters.map(({ key, value }): [string, string] => [`query:${key}`, `${key}\n${value}`]),
  ...monitor.headers.map(({ key, value }): [string, string] => [`header:${key}`, `${key}\n${value}`]),
  ['body', monitor.body ?? ''],
  ...(monitor.form ?? []).map(({ key, value }): [string, string] => [`form:${key}`, `${key}\n${value}`]),
  ...(monitor.steps ?? []).map(([where, text]): [string, string] => [where, text]),
  ...monitor.conditions.map(({ id, property, val, val2 }, index): [string, string] => [
    `condition:${id ?? `c${index + 1}`}`,
    [property, val, val2].join('\n'),
  ]),
]

/** Names of the variables of each environment. */
export type EnvironmentNames = (workspace: string) => ReadonlySet<string>

/** Lists the variables that a monitor reads, in the order of their first use, with the place that gives each its value. */
export const usedVariables = (
  monitor: ReadingMonitor,
  namesOf: EnvironmentNames,
  authNames: ReadonlySet<string> = new Set(),
): UsedVariable[] => {
  const where = new Map<string, Set<string>>()
  for (const [place, text] of placesOf(monitor))
    for (const name of placeholdersIn(text)) where.set(name, (where.get(name) ?? new Set()).add(place))
  const own = new Set(monitor.variables.map(({ key }) => key))
  const found = (name: string): Pick<UsedVariable, 'source' | 'workspace'> => {
    if (own.has(name)) return { source: 'monitor', workspace: null }
    const workspace = [monitor.workspace, GLOBAL].find((each) => namesOf(each).has(name))
    if (workspace !== undefined) return { source: 'workspace', workspace }
    if (authNames.has(name)) return { source: 'auth', workspace: null }
    if (isSystemVariable(name) && !OF_AUTH.has(name)) return { source: 'system', workspace: null }
    return { source: ALERT_VARIABLES.some((each) => each === name) ? 'context' : 'unknown', workspace: null }
  }
  return [...where].map(([name, places]) => ({ name, ...found(name), where: [...places] }))
}
