import type { RunRequest } from '../../../machines/app.ts'
import type { UndoEntry } from '../../../machines/undo.ts'
import { contract, type EndpointName } from '../../contract/contract.ts'
import { addressOf } from '../core/addresses.ts'
import type { Command } from '../core/command.ts'
import type { World } from '../core/world.ts'
import type { Loaded } from './loaded.ts'
import { ScreenNeeded } from './needs-screen.ts'
import { emptyOutcome, type OpenOutcome } from './outcome.ts'

/** Effects that the caller of a headless world has. */
export type HeadlessEffects = {
  /** Unix ms. */
  readonly now: () => number
  /** A text that nothing else is called by. */
  readonly newId: () => string
}

/** Effects of one command in a headless world, as they come. */
export type Work = {
  readonly outcome: OpenOutcome
  /** Runs that were asked for. */
  readonly runs: RunRequest[]
  /** Calls of the server. */
  calls: number
  /** Whether it changed what a screen shows. */
  usesScreen: boolean
}

export const newWork = (): Work => ({ outcome: emptyOutcome(), runs: [], calls: 0, usesScreen: false })

/** Whether a command did nothing but change a screen. A screen that shows what was done is no part of doing it. */
export const isOnlyOfScreen = ({ outcome, runs, calls, usesScreen }: Work): boolean =>
  usesScreen && calls === 0 && runs.length === 0 && outcome.switchedTo === null

const PREFERENCES: World['preferences'] = {
  theme: 'system',
  density: 'regular',
  singleKeys: false,
  timeZone: null,
  landing: 'collections',
  favorites: [],
  collapsed: false,
  keys: {},
}

type Opened = Pick<World, 'site' | 'project'>

/** The world of lines that are read, where nothing is carried out. */
export const readingWorld = (loaded: Loaded, opened: Opened, { now, newId }: HeadlessEffects): World => ({
  ...opened,
  place: null,
  signedIn: true,
  focus: null,
  selection: null,
  preferences: PREFERENCES,
  entities: (kind) => loaded.entities(kind),
  searched: (kind, text) => loaded.searched(kind, text),
  known: (operation, input) => loaded.known(operation, input),
  // What is not held is loaded, and the line is read again.
  read: (operation, input) => loaded.known(operation, input),
  go() {},
  goTo() {},
  // Nothing is carried out: what a command would do with an answer never happens.
  call: () => new Promise(() => {}),
  refresh() {},
  tell() {},
  show() {},
  send() {},
  now,
  newId,
  leave() {},
  copy: async () => {},
  download() {},
})

/** Machines whose news matter only to a page that is open: what they hold is loaded anew for the next command. */
const OF_SESSION = new Set(['project', 'sign-in'])

/** The world of one command that is carried out: everything it brings about is collected. */
export const workingWorld = (
  command: Command,
  reading: World,
  work: Work,
  call: World['call'],
  showAhead?: World['showAhead'],
): World => {
  const { outcome, runs } = work
  const world: World = {
    ...reading,
    ...(showAhead && { showAhead }),
    go: (name, ...[params, search]) => world.goTo(addressOf(name, params ?? {}, search)),
    goTo(href) {
      work.usesScreen = true
      outcome.leadsTo = href
    },
    async call(operation, input) {
      work.calls += 1
      const answer = await call(operation, input)
      if (contract[operation].effect !== 'read') outcome.written.push({ operation, answer })
      return answer
    },
    tell(text, { category, undo, isUnchanged } = {}) {
      if (isUnchanged) outcome.isUnchanged = true
      if (undo !== undefined) outcome.undo = { did: text, steps: undo }
      outcome.messages.push({ text, ...(category && { category }) })
    },
    show(shown) {
      outcome.shown.push(shown)
    },
    send(machine, event) {
      if (machine === 'app' && event.type === 'RUN') runs.push(event as RunRequest)
      else if (machine === 'undo' && event.type === 'DID') {
        const { entry } = event as { entry: UndoEntry }
        outcome.undo = { did: entry.text, steps: entry.steps }
      } else if (machine === 'project' && event.type === 'SWITCH') outcome.switchedTo = (event as { id: string }).id
      else if (machine === 'secret' && event.type === 'SHOW') {
        const { title, secret } = event as { title: string; secret: string }
        outcome.secrets.push({ title, secret })
      } else if (!OF_SESSION.has(machine)) work.usesScreen = true
    },
    leave() {
      throw new ScreenNeeded(command)
    },
    async copy(text) {
      outcome.copied.push(text)
    },
    download(name, type, content) {
      outcome.files.push({ name, type, content })
    },
  }
  return world
}

/** Calls an endpoint by name; the answer is that of the endpoint. */
export type HeadlessCall = (
  operation: EndpointName,
  input: object,
  options: { readonly projectId: string | null; readonly repeatKey?: string },
) => Promise<unknown>
