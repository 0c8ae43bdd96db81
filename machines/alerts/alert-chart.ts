import { assign, setup } from 'xstate'
import {
  type AlertEvent,
  type AlertNews,
  isToldOnce,
  kindOf,
  newsOf,
  type Settled,
  wantsEveryPass,
  wantsRecovery,
} from './alert-rules.ts'

/** What an alert remembers between events. */
export type AlertContext = {
  /** Troubles in a row. */
  readonly inARow: number
  /** When the first of them was due; null where there are none. */
  readonly sinceMs: number | null
  /** The receiver was told of an incident, and not yet of its end. */
  readonly told: boolean
  /** The newest trouble of the row: what is told at the end of a snooze in which an incident opened. */
  readonly lastTrouble: AlertNews | null
  /** The recovery of an incident that the receiver knows of, while a snooze keeps it from being told. */
  readonly owedRecovery: AlertNews | null
  readonly snoozedUntilMs: number | null
}

/** What was due after the end of a snooze is heard, whether or not somebody has announced that end. */
const isAsleep = ({ snoozedUntilMs }: AlertContext, event: Settled<AlertEvent>) =>
  'dueMs' in event && snoozedUntilMs !== null && event.dueMs < snoozedUntilMs

/** An alert before anything happened. */
export const START: AlertContext = {
  inARow: 0,
  sinceMs: null,
  told: false,
  lastTrouble: null,
  owedRecovery: null,
  snoozedUntilMs: null,
}

const toolkit = setup({
  // XState reads these for their types alone; nothing is ever looked up in them.
  types: { context: {} as AlertContext, events: {} as Settled<AlertEvent> },
  guards: {
    isTrouble: ({ event }) => event.type === 'RESULT' && kindOf(event) === 'trouble',
    isTroubleEnough: ({ context, event }) =>
      event.type === 'RESULT' &&
      kindOf(event) === 'trouble' &&
      context.inARow + 1 >= Math.max(1, event.settings.failsInARow),
    isRecovery: ({ event }) => event.type === 'RESULT' && kindOf(event) === 'recovery',
    breaksRow: ({ event }) => event.type === 'RESULT' && (kindOf(event) === 'recovery' || kindOf(event) === 'break'),
  },
  actions: {
    /** Sends the alert: carried out by whoever advances the chart. */
    notify: (_, _news: AlertNews) => {},
    /** Sends the news that the incident is over: carried out by whoever advances the chart. */
    recover: (_, _news: AlertNews) => {},
    countTrouble: assign(({ context, event }) => {
      if (event.type !== 'RESULT') return {}
      const inARow = context.inARow + 1
      const sinceMs = context.sinceMs ?? event.dueMs
      return { inARow, sinceMs, lastTrouble: newsOf(event, inARow, sinceMs) }
    }),
    /** No data is trouble at once: whoever feeds the event has counted the periods. */
    noteSilence: assign(({ event }) => {
      if (event.type !== 'NO_DATA') return {}
      const { sinceMs, missed } = event
      return { inARow: missed, sinceMs, lastTrouble: newsOf(event, missed, sinceMs) }
    }),
    forgetRow: assign({ inARow: 0, sinceMs: null, lastTrouble: null }),
    snooze: assign(({ event }) => (event.type === 'SNOOZE' ? { snoozedUntilMs: event.untilMs } : {})),
    wake: assign({ snoozedUntilMs: null }),
    /** The incident is over: whoever knows of it is to be told. */
    oweRecovery: assign(({ context, event }) =>
      context.told && (event.type === 'RESULT' || event.type === 'DATA')
        ? { owedRecovery: newsOf(event, context.inARow, context.sinceMs ?? event.dueMs) }
        : {},
    ),
  },
})

/** Tells of the newest trouble of an open incident: the first time, and again and again where the receiver does not hear of incidents alone. */
const tellTrouble = toolkit.enqueueActions(({ context, event, enqueue }) => {
  // The incident goes on: what was owed about its end is no longer true.
  enqueue.assign({ owedRecovery: null })
  const isRepeat = context.told && (event.type !== 'RESULT' || isToldOnce(event.settings))
  if (isAsleep(context, event) || isRepeat || !context.lastTrouble) return
  enqueue({ type: 'notify', params: context.lastTrouble })
  enqueue.assign({ told: true })
})

/** Outside an incident: tells of its end where that is still owed, else of the pass where every pass is wanted. */
const tellCalm = toolkit.enqueueActions(({ context, event, enqueue }) => {
  if (isAsleep(context, event)) return
  if (context.owedRecovery) {
    if (wantsRecovery(event.settings)) enqueue({ type: 'recover', params: context.owedRecovery })
    enqueue.assign({ told: false, owedRecovery: null })
  } else if (
    event.type === 'RESULT' &&
    event.category === 'PASS' &&
    wantsEveryPass(event.settings) &&
    context.inARow === 0
  )
    enqueue({ type: 'notify', params: newsOf(event, 0, event.dueMs) })
})

/**
 * The alert of one webhook for one monitor. An incident opens when the webhook's number of troubles in a row is
 * reached, and closes with a recovery. Of no data, each location has such an alert of its own, which opens at once and closes
 * when results come again. While it is snoozed all this goes on unheard; what is still true at the end of
 * the snooze is told then.
 */
export const alertMachine = toolkit.extend({ actions: { tellTrouble, tellCalm } }).createMachine({
  id: 'alert',
  context: START,
  initial: 'quiet',
  on: {
    SNOOZE: { actions: 'snooze' },
    UNSNOOZE: { actions: ['wake', 'tellCalm'] },
  },
  states: {
    quiet: {
      on: {
        RESULT: [
          { guard: 'isTroubleEnough', target: 'open', actions: ['countTrouble', 'tellTrouble'] },
          { guard: 'isTrouble', target: 'counting', actions: ['countTrouble', 'tellCalm'] },
          { guard: 'isRecovery', actions: 'tellCalm' },
        ],
        NO_DATA: { target: 'open', actions: ['noteSilence', 'tellTrouble'] },
      },
    },
    counting: {
      on: {
        RESULT: [
          { guard: 'isTroubleEnough', target: 'open', actions: ['countTrouble', 'tellTrouble'] },
          { guard: 'isTrouble', actions: ['countTrouble', 'tellCalm'] },
          { guard: 'breaksRow', target: 'quiet', actions: ['forgetRow', 'tellCalm'] },
        ],
      },
    },
    open: {
      on: {
        RESULT: [
          { guard: 'isTrouble', actions: ['countTrouble', 'tellTrouble'] },
          { guard: 'isRecovery', target: 'quiet', actions: ['oweRecovery', 'forgetRow', 'tellCalm'] },
        ],
        DATA: { target: 'quiet', actions: ['oweRecovery', 'forgetRow', 'tellCalm'] },
        UNSNOOZE: { actions: ['wake', 'tellTrouble'] },
      },
    },
  },
})
