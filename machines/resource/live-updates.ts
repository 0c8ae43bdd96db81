import type { LiveEvent } from '../../src/contract/live/live.ts'
import type { Call } from './cache-events.ts'
import {
  type CacheUpdate,
  countsOf,
  idOf,
  invalidate,
  isFiltered,
  isListOf,
  kindOf,
  type LoadedCall,
  readOf,
  withoutObject,
} from './cache-updates.ts'
import { neighboursOf, outdating } from './neighbours.ts'
import { isRow, listKeyOf, rowsOf, withRows } from './rows.ts'

type LiveResult = Extract<LiveEvent, { type: 'result' }>
type LiveObject = Extract<LiveEvent, { type: 'object' }>

/** More objects of a kind than this, changed at once, are read as a list again instead of one by one. */
const MOST_READ_ALONE = 5

const isOf =
  <Type extends LiveEvent['type']>(type: Type) =>
  (event: LiveEvent): event is Extract<LiveEvent, { type: Type }> =>
    event.type === type

/** What people do stands in the audit log; what results and alerts do by themselves does not. */
const leavesEntry = ({ type }: LiveEvent): boolean => type === 'object' || type === 'run' || type === 'audit'

/** Cache updates for a batch of live events, in the order of their arrival. */
export const afterEvents = (events: readonly LiveEvent[], loaded: readonly LoadedCall[]): readonly CacheUpdate[] =>
  events.some(isOf('reset'))
    ? loaded.map(invalidate)
    : [
        ...afterResults(events.filter(isOf('result')), loaded),
        ...resultLists(events, loaded).map(invalidate),
        ...workflowReadings(events, loaded).map(invalidate),
        ...deliveryLists(events.filter(isOf('delivery')), loaded).map(invalidate),
        ...(events.some(leavesEntry) ? loaded.filter((call) => isListOf('audit', call)).map(invalidate) : []),
        ...feeds(events, loaded).map(invalidate),
        ...(events.some(isOf('no_data')) ? loaded.filter(showsSilence).map(invalidate) : []),
        ...(events.some(isOf('location')) ? loaded.filter(showsLocations).map(invalidate) : []),
        ...(events.filter(isOf('object')).some(({ kind }) => kind === 'project')
          ? loaded.filter(isOfProject).map(invalidate)
          : []),
        ...afterObjects(events.filter(isOf('object')), loaded),
        ...(events.filter(isOf('object')).some(({ change }) => change !== 'updated')
          ? countsOf(loaded).map(invalidate)
          : events.filter(isOf('object')).some(({ kind }) => kind === 'schedule')
            ? loaded.filter(showsUsage).map(invalidate)
            : []),
      ]

/** The monitors show their newest results: of several of one monitor the newest counts, in whatever order they come. */
const afterResults = (results: readonly LiveResult[], loaded: readonly Call[]): CacheUpdate[] => {
  const ofMonitors = new Map<string, LiveResult[]>()
  for (const result of results) {
    const known = ofMonitors.get(result.call_id)
    if (known) known.push(result)
    else ofMonitors.set(result.call_id, [result])
  }
  if (ofMonitors.size === 0) return []
  return loaded.flatMap((call): CacheUpdate[] => {
    if (isListOf('monitor', call)) {
      const change = (data: unknown) => {
        const rows = rowsOf(call.operation, data)
        const next = rows.map((row) => withResults(row, ofMonitors))
        return next.some((row, at) => row !== rows[at]) ? withRows(call.operation, data, next) : data
      }
      return [{ kind: 'patch', call, change }]
    }
    const isThere = call.operation === 'monitor.read' && ofMonitors.has(idOf(call) ?? '')
    return isThere ? [{ kind: 'patch', call, change: (data) => withResults(data, ofMonitors) }] : []
  })
}

const withResults = (row: unknown, ofMonitors: ReadonlyMap<string, readonly LiveResult[]>): unknown =>
  isRow(row) ? (ofMonitors.get(row.id) ?? []).reduce<object>(withResult, row) : row

const withResult = (row: object, result: LiveResult): object => {
  const { id, time, result_category, http_code, response_time } = result
  const last = 'last_result' in row ? row.last_result : null
  const lastTime = typeof last === 'object' && last !== null && 'time' in last ? String(last.time) : ''
  const isLast = lastTime <= time
  const verdicts = verdictsWith(row, result)
  // A row that did not change stays the same object, and is not drawn or sorted again.
  if (!isLast && verdicts === null) return row
  return {
    ...row,
    ...(isLast && { last_result: { id, time, result_category, http_code, response_time } }),
    ...verdicts,
  }
}

/** The verdicts of the locations that one more result changes; null for none. How many have a current one is not known here, and rarely changes. */
const verdictsWith = (row: object, { location_id, result_category }: LiveResult): object | null => {
  const verdicts = 'locations' in row ? row.locations : null
  if (typeof verdicts !== 'object' || verdicts === null || !('failing' in verdicts)) return null
  const { failing } = verdicts
  if (!Array.isArray(failing) || failing.includes(location_id) === (result_category === 'FAIL')) return null
  const others = failing.filter((id) => id !== location_id)
  return {
    locations: { ...verdicts, failing: result_category === 'FAIL' ? [...others, location_id].toSorted() : others },
  }
}

/** The lists of results into which a result or a run belongs. */
const resultLists = (events: readonly LiveEvent[], loaded: readonly Call[]): readonly Call[] => {
  const callIds = new Set(
    events.flatMap((event) => (isOf('result')(event) || isOf('run')(event) ? [event.call_id] : [])),
  )
  if (callIds.size === 0) return []
  return loaded.filter((call) => {
    if (kindOf(call.operation) !== 'result' || listKeyOf(call.operation) === null) return false
    const id = idOf(call)
    return id === null || callIds.has(id)
  })
}

/** What shows a workflow of which a run was queued or has its result: the lists, the workflow, its results, and that result. */
const workflowReadings = (events: readonly LiveEvent[], loaded: readonly Call[]): readonly Call[] => {
  const ended = events.filter(isOf('workflow_result'))
  const queued = events.filter(isOf('workflow_run'))
  const workflowIds = new Set([...ended, ...queued].map(({ workflow_id }) => workflow_id))
  const resultIds = new Set([...ended.map(({ id }) => id), ...queued.map(({ workflow_result_id: id }) => id)])
  if (workflowIds.size === 0) return []
  return loaded.filter((call) => {
    const id = idOf(call) ?? ''
    if (call.operation === 'workflow.result') return resultIds.has(id)
    if (call.operation === 'workflow.results' || call.operation === 'workflow.read') return workflowIds.has(id)
    return isListOf('workflow', call)
  })
}

/** What shows how messages of webhooks went: their own lists, and the webhooks, of which each shows its newest. */
const deliveryLists = (
  news: readonly Extract<LiveEvent, { type: 'delivery' }>[],
  loaded: readonly Call[],
): readonly Call[] => {
  if (news.length === 0) return []
  const ids = new Set(news.map(({ webhook_id }) => webhook_id))
  return loaded.filter(
    (call) => isListOf('webhook', call) || (kindOf(call.operation) === 'delivery' && ids.has(idOf(call) ?? '')),
  )
}

/**
 * Notifications, and decisions of alerts: a result that is not good may be decided about without moving an alert. Both show how their
 * deliveries went.
 */
const feeds = (events: readonly LiveEvent[], loaded: readonly Call[]): readonly Call[] => {
  const isDelivered = events.some(isOf('delivery'))
  const isTold = isDelivered || events.some(isOf('notification'))
  const isDecided = isTold || events.some(isOf('alert')) || events.filter(isOf('result')).some(isTrouble)
  return loaded.filter((call) => {
    const kind = kindOf(call.operation)
    return (
      (kind === 'notification' && isTold) ||
      (kind === 'alert' && isDecided) ||
      (call.operation === 'incident.timeline' && isDecided)
    )
  })
}

const isTrouble = ({ result_category: category }: LiveResult): boolean => category === 'FAIL' || category === 'WARNING'

/** The monitors and the home say which monitors have no data. */
const showsSilence = (call: Call): boolean =>
  isListOf('monitor', call) || call.operation === 'monitor.read' || call.operation === 'project.synopsis'

/** The usage of the project counts the monitors on a schedule. */
const showsUsage = ({ operation }: Call): boolean => operation === 'quota.read'

/** The conditions for all monitors are part of their project. */
const isOfProject = ({ operation }: Call): boolean => operation === 'project-conditions.read'

/** A schedule says whether agents can run it. */
const showsLocations = (call: Call): boolean =>
  ['agent.list', 'agent.fleet', 'agent.read'].includes(call.operation) || kindOf(call.operation) === 'schedule'

/** Objects that somebody changed: read again, so that their rows follow; what came anew, or falls under a filter, needs its list. */
const afterObjects = (objects: readonly LiveObject[], loaded: readonly LoadedCall[]): CacheUpdate[] => {
  const kinds = new Set(objects.map(({ kind }) => kind))
  return [...kinds].flatMap((kind) => {
    const last = new Map(objects.filter((object) => object.kind === kind).map((object) => [object.id, object.change]))
    const idsOf = (change: LiveObject['change']) => [...last].flatMap(([id, each]) => (each === change ? [id] : []))
    const updated = idsOf('updated')
    const read = readOf(kind)
    const readsAlone = read !== null && updated.length <= MOST_READ_ALONE
    const lists = loaded.filter(({ operation }) => kindOf(operation) === kind && listKeyOf(operation) !== null)
    const needsList = (call: Call) =>
      idsOf('created').length > 0 || (updated.length > 0 && (!readsAlone || isFiltered(call)))
    const others = loaded.filter(
      (call) => kindOf(call.operation) === kind && call.operation !== read && updated.includes(idOf(call) ?? ''),
    )
    const isKnown = (id: string) =>
      lists.length > 0 || loaded.some((call) => call.operation === read && idOf(call) === id)
    return [
      ...idsOf('removed').flatMap((id) => withoutObject(kind, id, loaded)),
      ...lists.filter(needsList).map(invalidate),
      ...[...new Set(last.values())].flatMap((change) =>
        neighboursOf(kind, change, loaded).map(outdating(idsOf('removed'))),
      ),
      ...others.map(invalidate),
      ...(read !== null
        ? updated
            .filter((id) =>
              readsAlone ? isKnown(id) : loaded.some((call) => call.operation === read && idOf(call) === id),
            )
            .map((id): CacheUpdate => ({ kind: 'fetch', call: { operation: read, input: { params: { id } } } }))
        : []),
    ]
  })
}
