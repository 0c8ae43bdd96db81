import { assign, setup } from 'xstate'
import {
  type AlertEvent,
  type AlertNews,
  kindOf,
  newsOf,
  notifiesOnce,
  type Settled,
  wantsEveryPass,
  wantsRecovery,
} from './alert-rules.ts'

/** State of an alert between events. */
export type AlertContext = {
  /** Number of troubles in a row. */
  readonly inARow: number
  /** When the outage began, or else the first of them was due; null if there is none. */
  readonly sinceMs: number | null
  /** Whether the receiver was notified of an incident that has not ended for it. */
  readonly told: boolean
  /** The newest trouble of the row, to be sent at the end of a snooze during which an incident opened. */
  readonly lastTrouble: AlertNews | null
  /** A recovery that a snooze holds back, of an incident that the receiver was notified of. */
  readonly owedRecovery: AlertNews | null
  readonly snoozedUntilMs: number | null
}

/** Whether an event was due during the snooze. Events due later count even if no UNSNOOZE has arrived. */
const isAsleep = ({ snoozedUntilMs }: AlertContext, event: Settled<AlertEvent>) =>
  'dueMs' in event && snoozedUntilMs !== null && event.dueMs < snoozedUntilMs

/** The initial state of an alert. */
export const START: AlertContext = {
  inARow: 0,
  sinceMs: null,
  told: false,
  lastTrouble: null,
  owedRecovery: null,
  snoozedUntilMs: null,
}

const toolkit = setup({
  // XState uses only the types of these values.
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
    /** Sends the alert; executed by the caller that advances the chart. */
    notify: (_, _news: AlertNews) => {},
    /** Sends the recovery; executed by the caller that advances the chart. */
    recover: (_, _news: AlertNews) => {},
    countTrouble: assign(({ context, event }) => {
      if (event.type !== 'RESULT') return {}
      const inARow = context.inARow + 1
      const sinceMs = context.sinceMs ?? event.outageMs ?? event.dueMs
      return { inARow, sinceMs, lastTrouble: newsOf(event, inARow, sinceMs) }
    }),
    /** Missing data opens an incident immediately, because the caller has already counted the periods. */
    noteSilence: assign(({ event }) => {
      if (event.type !== 'NO_DATA') return {}
      const { sinceMs, missed } = event
      return { inARow: missed, sinceMs, lastTrouble: newsOf(event, missed, sinceMs) }
    }),
    forgetRow: assign({ inARow: 0, sinceMs: null, lastTrouble: null }),
    snooze: assign(({ event }) => (event.type === 'SNOOZE' ? { snoozedUntilMs: event.untilMs } : {})),
    wake: assign({ snoozedUntilMs: null }),
    /** Keeps the recovery for the receiver, if it was notified of the incident. */
    oweRecovery: assign(({ context, event }) =>
      context.told && (event.type === 'RESULT' || event.type === 'DATA')
        ? { owedRecovery: newsOf(event, context.inARow, context.sinceMs ?? event.dueMs) }
        : {},
    ),
  },
})

/** Sends the newest trouble of an open incident: once, or each time if the receiver wants repeats. */
const tellTrouble = toolkit.enqueueActions(({ context, event, enqueue }) => {
  // The incident goes on, so an unsent recovery is no longer true.
  enqueue.assign({ owedRecovery: null })
  const isRepeat = context.told && (event.type !== 'RESULT' || notifiesOnce(event.settings))
  if (isAsleep(context, event) || isRepeat || !context.lastTrouble) return
  enqueue({ type: 'notify', params: context.lastTrouble })
  enqueue.assign({ told: true })
})

/** Outside an incident: sends the recovery if one is unsent, otherwise the pass if every pass is wanted. */
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
 * State chart of one alert for one monitor. An incident opens when the required number of troubles in a row is reached, and closes
 * with a recovery. Missing data has a separate chart per location, which opens immediately and closes when results arrive again.
 * During a snooze nothing is sent, and whatever is still true at its end is sent then.
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
