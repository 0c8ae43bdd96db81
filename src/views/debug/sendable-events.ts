import type { AnyStateMachine, EventFromLogic } from 'xstate'
import type { connectionMachine } from '../../../machines/connection.ts'
import type { consoleMachine } from '../../../machines/console.ts'
import type { draftMachine } from '../../../machines/draft.ts'
import type { signInMachine } from '../../../machines/identity/sign-in.ts'
import type { lazyScreenMachine } from '../../../machines/lazy-screen.ts'
import type { listMachine } from '../../../machines/list.ts'
import type { liveMachine } from '../../../machines/live.ts'
import type { navigationMachine } from '../../../machines/navigation.ts'
import type { projectSwitchMachine } from '../../../machines/projects/project-switch.ts'
import type { cacheMachine } from '../../../machines/resource/cache.ts'
import type { resourceMachine } from '../../../machines/resource/resource.ts'
import type { saveMachine } from '../../../machines/resource/save.ts'
import type { runMachine } from '../../../machines/runs/run.ts'
import type { toastsMachine } from '../../../machines/toasts.ts'
import type { undoMachine } from '../../../machines/undo.ts'

type PlainOf<Event> = Event extends { type: infer Type } ? ({ type: Type } extends Event ? Type : never) : never
/** All events of a chart without a payload; a missing or extra one does not compile. */
type PlainEvents<Machine extends AnyStateMachine> = {
  readonly [Type in PlainOf<EventFromLogic<Machine>> & string]: true
}

const console: PlainEvents<typeof consoleMachine> = {
  OPEN: true,
  CLOSE: true,
  SUBMIT: true,
  SKIP: true,
  CONFIRM: true,
  KEEP: true,
}
const connection: PlainEvents<typeof connectionMachine> = {
  ANSWERED: true,
  CHECK: true,
  BEAT: true,
  LOST: true,
  CLOSED: true,
  OVERDUE: true,
  TRY: true,
  OFFLINE: true,
  ONLINE: true,
}
const draft: PlainEvents<typeof draftMachine> = { SAVE: true, REPLACE: true, DISCARD: true, SERVER_BACK: true }
const lazyScreen: PlainEvents<typeof lazyScreenMachine> = { RETRY: true }
const list: PlainEvents<typeof listMachine> = { TOGGLE: true, ALL: true, NONE: true }
const live: PlainEvents<typeof liveMachine> = { OPENED: true, LOST: true, STOP: true, ONLINE: true }
const navigation: PlainEvents<typeof navigationMachine> = { CLEANED: true, STAY: true, LEAVE: true }
const projectSwitch: PlainEvents<typeof projectSwitchMachine> = { REFRESH: true, RETRY: true }
const cache: PlainEvents<typeof cacheMachine> = { CLEAR: true, ABORT: true, RETRY: true }
const resource: PlainEvents<typeof resourceMachine> = {
  FETCH: true,
  REQUIRE: true,
  OUTDATED: true,
  CLEAR: true,
  ABORT: true,
  RETRY: true,
}
const save: PlainEvents<typeof saveMachine> = { CLEAR: true }
const run: PlainEvents<typeof runMachine> = { CANCEL: true }
const signIn: PlainEvents<typeof signInMachine> = { SIGN_IN: true, SIGN_OUT: true, EXPIRED: true, RETRY: true }
const toasts: PlainEvents<typeof toastsMachine> = { HOLD: true, RELEASE: true, CLEAR: true }
const undo: PlainEvents<typeof undoMachine> = { CLEAR: true }

const sendable: Readonly<Record<string, Readonly<Record<string, true>>>> = {
  connection,
  console,
  draft,
  lazyScreen,
  list,
  live,
  navigation,
  projectSwitch,
  cache,
  resource,
  save,
  run,
  signIn,
  toasts,
  undo,
}

/** Whether an event has no payload: sent without its payload, an event could break the machine. */
export const isSendable = (chart: string, event: string): boolean => {
  const events = Object.hasOwn(sendable, chart) ? sendable[chart] : undefined
  return events !== undefined && Object.hasOwn(events, event)
}
