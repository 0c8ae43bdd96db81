import { mayOpen } from '../../../../machines/projects/project-choice.ts'
import { always, implies, isIn, type Row } from '../law.ts'

const isListRead = ({ id }: { readonly id: string }): boolean => id === 'list' || id === 'refresh'

const projectSwitch: Row = {
  error: ({ error }) => error,
  failed: ['failed'],
  sound: ['empty', 'choosing', 'barred'],
  laws: {
    'a project is open exactly where it is ready or being left': always((snapshot, { current, quota }) =>
      isIn(snapshot, 'ready') ? current !== null && quota !== null : isIn(snapshot, 'switching') || current === null,
    ),
    'only a project that the account may open is open': always((snapshot, { current, projects, account }) =>
      implies(isIn(snapshot, 'resting'), mayOpen(current?.project.id, projects, account?.permissions ?? [])),
    ),
    'the project that the person left is not open': () => {
      const left = new Set<string>()
      return ({ move, before, after }) => {
        const { current, projects } = after.context
        const wasOpen: string | undefined = before?.context.current?.project.id
        if (move?.kind === 'event' && move.event.type === 'LEFT' && move.event.id === wasOpen) left.add(move.event.id)
        if (move?.kind === 'event' && move.event.type === 'SWITCH') left.delete(move.event.id)
        if (move?.kind === 'end' && move.how.type === 'ANSWER')
          for (const { project } of projects) if (move.id !== 'quota') left.delete(project.id)
        if (move?.kind === 'event' && move.event.type === 'ADDED') left.delete(move.event.record.project.id)
        return !isIn(after, 'ready') || !left.has(current?.project.id)
      }
    },
    'the next project is known exactly while switching': always(
      (snapshot, { next }) => isIn(snapshot, 'switching') === (next !== null),
    ),
    'a closed project says which, and why': always(
      (snapshot, { barred, current }) =>
        implies(isIn(snapshot, 'barred'), barred !== null && current === null) &&
        implies(isIn(snapshot, 'ready'), barred === null),
    ),
    'a changed list is read after the change': () => {
      let reads: readonly unknown[] = []
      return ({ move, before, inFlight }) => {
        const known = reads
        reads = inFlight.filter(isListRead).map(({ ref }) => ref)
        if (move?.label !== 'REFRESH' || !isIn(before, 'ready', 'listing', 'empty', 'barred')) return true
        return reads.length === 1 && !known.includes(reads[0])
      }
    },
  },
}

/** Signed in, with the project `a` open. */
const SIGNED_IN = [
  'signIn: read done {"output":{"user":{"sub":"auth|1","email":"ada@example.com",…',
  'projectSwitch: list done {"output":{"meta":{"account_id":"ada","current_project_id":n…',
  'projectSwitch: quota done',
]

const app: Row = {
  prologue: SIGNED_IN,
  without: ['live: START', 'live: STOP', 'preferences: FOLLOW', 'resource: ', 'save: ', 'run: '],
  laws: {
    'a signed-out app holds no data of a project': () => {
      let isOut = true
      return ({ after, charts }) => {
        const wasOut = isOut
        isOut = isIn(after, 'signedOut')
        // What is read after that is of the screens that are for everybody.
        if (!isOut || wasOut) return true
        const { runs, batches, projectId, latest } = after.context
        const isEmpty = charts('cache').every(
          ({ context }) =>
            Object.keys({ ...context.resources, ...context.saves, ...context.errors }).length === 0 &&
            context.latest === null,
        )
        const isAlone = ['live', 'search', 'projectSwitch', 'run', 'resource', 'save'].every(
          (id) => charts(id).length === 0,
        )
        return (
          isEmpty &&
          isAlone &&
          projectId === null &&
          latest === null &&
          Object.keys({ ...runs, ...batches }).length === 0
        )
      }
    },
    'a signed-out app shows no message and no line of the person who was here': () => {
      let isOut = true
      return ({ after, charts, move }) => {
        const wasOut = isOut
        isOut = isIn(after, 'signedOut')
        if (!isOut || wasOut || move === null) return true
        return (
          charts('toasts').every(({ context }) => context.toasts.length === 0) &&
          charts('undo').every((one) => isIn(one, 'empty')) &&
          charts('console').every((one) => isIn(one, 'closed'))
        )
      }
    },
    'a signed-out app stores no preferences with an account': always(
      (snapshot, _, { charts }) =>
        !isIn(snapshot, 'signedOut') || charts('preferences').every((one) => isIn(one, 'alone')),
    ),
    'the open project is that of its switch and of its stream': always((snapshot, { projectId }, { charts }) => {
      if (!isIn(snapshot, 'signedIn')) return true
      const open = charts('projectSwitch').map(({ context }) => context.current?.project.id ?? null)
      const streamed = charts('live').map(({ context }) => context.projectId)
      return [...open, ...streamed].every((id) => id === projectId)
    }),
    'another project does not see the data of the one before': () => {
      const owner = new Map<unknown, string>()
      return ({ after, charts }) => {
        const projectId: string | null = after.context.projectId
        if (projectId === null) return true
        for (const { context } of charts('cache'))
          for (const ref of Object.values(context.resources)) {
            const known: string = owner.get(ref) ?? projectId
            owner.set(ref, known)
            if (known !== projectId) return false
          }
        return true
      }
    },
    'another person does not see the data of the one before': () => {
      const owner = new Map<unknown, string>()
      return ({ charts }) => {
        const user: string | undefined = charts('signIn')[0]?.context.user?.sub
        if (user === undefined) return true
        for (const { context } of charts('cache'))
          for (const ref of Object.values(context.resources)) {
            const known: string = owner.get(ref) ?? user
            owner.set(ref, known)
            if (known !== user) return false
          }
        return true
      }
    },
    'a run that is followed belongs to an action, and an action is forgotten with its last run': always(
      (_, { runs, batchOf }) => Object.keys(runs).sort().join() === Object.keys(batchOf).sort().join(),
    ),
  },
}

export const projectRows: Readonly<Record<string, Row>> = { app, projectSwitch }
