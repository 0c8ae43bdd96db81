import { assign, setup } from 'xstate'
import { type AlertContext, failingAfter, isEnough, NO_ROW, START, stillFails } from './alert-context.ts'
import { calmRestraint, openingsBefore, rulingOn } from './alert-restraint.ts'
import {
  type AlertEvent,
  type AlertNews,
  kindOf,
  newsOf,
  type Settled,
  wantsEveryPass,
  wantsRecovery,
} from './alert-rules.ts'

export { type AlertContext, START } from './alert-context.ts'

const toolkit = setup({
  // XState uses only the types of these values.
  types: { context: {} as AlertContext, events: {} as Settled<AlertEvent> },
  guards: {
    isTrouble: ({ event }) => event.type === 'RESULT' && kindOf(event) === 'trouble',
    isTroubleEnough: ({ context, event }) =>
      event.type === 'RESULT' && kindOf(event) === 'trouble' && isEnough(context, event),
    isRecovery: ({ event }) => event.type === 'RESULT' && kindOf(event) === 'recovery',
    /** A good result, after which fewer locations fail than open an incident. */
    endsIncident: ({ context, event }) =>
      event.type === 'RESULT' && kindOf(event) === 'recovery' && !stillFails(context, event),
    breaksRow: ({ event }) => event.type === 'RESULT' && (kindOf(event) === 'recovery' || kindOf(event) === 'break'),
    /** The same, and no location fails any more. */
    endsRow: ({ context, event }) =>
      event.type === 'RESULT' &&
      (kindOf(event) === 'recovery' || kindOf(event) === 'break') &&
      !stillFails(context, event),
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
      const failing = failingAfter(context, event)
      return { inARow, sinceMs, failing, lastTrouble: newsOf(event, inARow, sinceMs) }
    }),
    countGood: assign(({ context, event }) =>
      event.type === 'RESULT' ? { failing: failingAfter(context, event) } : {},
    ),
    /** Missing data opens an incident immediately, because the caller has already counted the periods. */
    noteSilence: assign(({ event }) => {
      if (event.type !== 'NO_DATA') return {}
      const { sinceMs, missed } = event
      return { inARow: missed, sinceMs, lastTrouble: newsOf(event, missed, sinceMs) }
    }),
    /** A standing condition opens an incident immediately. */
    noteSignal: assign(({ event }) =>
      event.type === 'SIGNAL'
        ? { inARow: 1, sinceMs: event.sinceMs, lastTrouble: newsOf(event, 1, event.sinceMs) }
        : {},
    ),
    /** Counts the openings only where they matter, so that other alerts stay small. */
    open: assign(({ context, event }) => {
      if (event.type !== 'RESULT' && event.type !== 'NO_DATA' && event.type !== 'SIGNAL') return {}
      const { flapping } = event.settings
      const openings = flapping ? [...context.openings, event.dueMs].slice(-flapping.openings) : []
      return { openedMs: event.dueMs, openings, awaitsMs: event.type === 'RESULT' ? (event.awaitsMs ?? null) : null }
    }),
    forgetRow: assign(NO_ROW),
    snooze: assign(({ event }) => (event.type === 'SNOOZE' ? { snoozedUntilMs: event.untilMs } : {})),
    wake: assign({ snoozedUntilMs: null }),
    acknowledge: assign(({ event }) => (event.type === 'ACK' ? { ack: { atMs: event.dueMs, by: event.by } } : {})),
    dropAcknowledgement: assign({ ack: null }),
    /** Keeps the recovery for the receiver, if it was notified of the incident. */
    oweRecovery: assign(({ context, event }) =>
      context.told && (event.type === 'RESULT' || event.type === 'DATA' || event.type === 'CALM')
        ? { owedRecovery: newsOf(event, context.inARow, context.sinceMs ?? event.dueMs) }
        : {},
    ),
  },
})

/** Sends the newest trouble of an open incident, unless something restrains it. */
const tellTrouble = toolkit.enqueueActions(({ context, event, enqueue }) => {
  // The incident goes on, so an unsent recovery is no longer true.
  enqueue.assign({ owedRecovery: null })
  const ruling = rulingOn(context, event)
  const { lastTrouble } = context
  if (!ruling.tells || !lastTrouble) return
  const turn = context.turns + 1
  const toldMs = 'dueMs' in event && event.dueMs !== undefined ? event.dueMs : lastTrouble.dueMs
  const { why } = ruling
  enqueue({
    type: 'notify',
    params: {
      ...lastTrouble,
      ...(why !== 'result' && { why, turn }),
      ...(why === 'reminder' && event.type === 'TICK' && { momentId: event.resultId }),
      ...(why === 'flapping' && { openings: openingsBefore(context, event.settings, toldMs) }),
    },
  })
  enqueue.assign({ told: true, toldMs, turns: turn })
})

/** Outside an incident: sends the recovery if one is unsent, otherwise the pass if every pass is wanted. */
const tellCalm = toolkit.enqueueActions(({ context, event, enqueue }) => {
  if (calmRestraint(context, event) !== null) return
  if (context.owedRecovery) {
    if (wantsRecovery(event.settings)) enqueue({ type: 'recover', params: context.owedRecovery })
    enqueue.assign({ told: false, toldMs: null, turns: 0, owedRecovery: null })
  } else if (
    event.type === 'RESULT' &&
    event.category === 'PASS' &&
    wantsEveryPass(event.settings) &&
    context.inARow === 0
  )
    enqueue({ type: 'notify', params: newsOf(event, 0, event.dueMs) })
})

const opens = { guard: 'isTroubleEnough', target: 'open', actions: ['countTrouble', 'open', 'tellTrouble'] } as const
const ends = { target: 'quiet', actions: ['oweRecovery', 'forgetRow', 'tellCalm'] } as const
const goesOn = [
  { guard: 'isTrouble', actions: ['countTrouble', 'tellTrouble'] },
  { guard: 'endsIncident', ...ends },
  { guard: 'isRecovery', actions: 'countGood' },
] as const

/**
 * State chart of one alert for one monitor. An incident opens when the required number of troubles in a row is reached, lasting and in as
 * many locations as the rule asks for, and closes with a recovery. Missing data has a separate chart per location, and each standing
 * condition one of its own, which open immediately and close when results arrive again or the condition holds no more. Snoozes, quiet hours, acknowledgements, failing monitors that this one depends on, and flapping
 * hold messages back, never the monitoring; what is still true when they end is sent then.
 */
export const alertMachine = toolkit.extend({ actions: { tellTrouble, tellCalm } }).createMachine({
  id: 'alert',
  context: START,
  initial: 'quiet',
  on: {
    SNOOZE: { actions: 'snooze' },
    UNSNOOZE: { actions: ['wake', 'tellCalm'] },
    TICK: { actions: 'tellCalm' },
  },
  states: {
    quiet: {
      on: {
        RESULT: [
          opens,
          { guard: 'isTrouble', target: 'counting', actions: ['countTrouble', 'tellCalm'] },
          { guard: 'isRecovery', actions: 'tellCalm' },
        ],
        NO_DATA: { target: 'open', actions: ['noteSilence', 'open', 'tellTrouble'] },
        SIGNAL: { target: 'open', actions: ['noteSignal', 'open', 'tellTrouble'] },
      },
    },
    counting: {
      on: {
        RESULT: [
          opens,
          { guard: 'isTrouble', actions: ['countTrouble', 'tellCalm'] },
          { guard: 'endsRow', target: 'quiet', actions: ['forgetRow', 'tellCalm'] },
          { guard: 'breaksRow', actions: ['countGood', 'tellCalm'] },
        ],
      },
    },
    open: {
      on: {
        RESULT: goesOn,
        DATA: ends,
        CALM: ends,
        UNSNOOZE: { actions: ['wake', 'tellTrouble'] },
        TICK: { actions: 'tellTrouble' },
        ACK: { target: 'acknowledged', actions: 'acknowledge' },
      },
    },
    acknowledged: {
      on: {
        RESULT: goesOn,
        DATA: ends,
        CALM: ends,
        UNSNOOZE: { actions: 'wake' },
        TICK: {},
        UNACK: { target: 'open', actions: 'dropAcknowledgement' },
      },
    },
  },
})
