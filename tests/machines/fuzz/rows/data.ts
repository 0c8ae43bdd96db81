import { MAX_TRIES } from '../../../../machines/runs/run.ts'
import { always, implies, isIn, type Row } from '../law.ts'

const resource: Row = {
  error: ({ error }) => error,
  failed: ['failed'],
  sound: ['notSet', 'success'],
  laws: {
    'a resource that was loaded has its data, and one that was not has none': always(
      (snapshot, { data }) =>
        implies(isIn(snapshot, 'success'), data !== null) && implies(isIn(snapshot, 'notSet'), data === null),
    ),
    'it is pending exactly while its request is in flight': always(
      (snapshot, _, { inFlight }) => isIn(snapshot, 'pending') === inFlight.length > 0,
    ),
  },
}

const save: Row = {
  error: ({ error }) => error,
  failed: ['failed'],
  sound: ['idle', 'pending', 'success'],
  laws: {
    'it is pending exactly while its request is in flight': always(
      (snapshot, _, { inFlight }) => isIn(snapshot, 'pending') === inFlight.length > 0,
    ),
    'an answer is kept until the next save': always(
      (snapshot, { answer }) => isIn(snapshot, 'success') || answer === null,
    ),
  },
}

const cache: Row = {
  laws: {
    'no resource is requested twice at the same time': always((_, _context, { inFlight }) => {
      const reads = inFlight.filter(({ chart }) => chart === 'resource').map(({ key }) => key)
      return new Set(reads).size === reads.length
    }),
    'live events wait only while they are gathered': always(
      (snapshot, { heard }) => isIn(snapshot, 'gathering') === heard.length > 0,
    ),
    'the last failure is among the failures': always(
      (_, { latest, errors }) => latest === null || errors[latest.operation] === latest,
    ),
    'a cleared cache has nothing, and nothing is on its way to it': () => {
      return ({ move, after, inFlight }) =>
        implies(
          move?.label === 'CLEAR',
          inFlight.length === 0 && Object.keys({ ...after.context.resources, ...after.context.saves }).length === 0,
        )
    },
  },
}

const live: Row = {
  laws: {
    'a stream is open only for the open project, and one at a time': always((snapshot, { projectId }, { inFlight }) => {
      const [stream, ...others] = inFlight
      const isConnected = isIn(snapshot, 'connecting', 'open')
      if (others.length > 0 || isConnected !== (stream !== undefined)) return false
      return stream === undefined || (stream.input as { projectId: string }).projectId === projectId
    }),
    'without a project it is off': always((snapshot, { projectId }) => isIn(snapshot, 'off') === (projectId === null)),
  },
}

const run: Row = {
  error: ({ error }) => error,
  failed: ['failed'],
  sound: ['requesting', 'waiting', 'looking', 'retrying', 'done', 'cancelled'],
  laws: {
    'a run that is done has its result': always((snapshot, { result }) =>
      implies(isIn(snapshot, 'done'), result !== null && result.result_category !== 'QUEUED'),
    ),
    'its end is told exactly once': always(
      (snapshot, _, { told }) =>
        told.filter(({ type }) => type === 'RUN_ENDED').length === (snapshot.status === 'done' ? 1 : 0),
    ),
    'it is told to be queued at most once, before its end': always((_, _context, { told }) => {
      const types = told.map(({ type }) => type)
      return types.lastIndexOf('RUN_ACCEPTED') <= 0 && types.filter((type) => type === 'RUN_ACCEPTED').length <= 1
    }),
    'it is not tried for ever': always((_, { tries }) => tries <= MAX_TRIES),
  },
}

export const dataRows: Readonly<Record<string, Row>> = { cache, live, resource, run, save }
