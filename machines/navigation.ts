import { assign, setup } from 'xstate'
import { typed } from './typed.ts'

/** Unsaved work that is a secret: the page that shows it is the only one that ever will. */
export const SHOWN_ONCE = 'secret'
/** As `SHOWN_ONCE`, in a dialog above the screen: what else was asked for waits until it is closed. */
export const SHOWN_ABOVE = 'secret above'

/** Whether unsaved work is a secret that is shown once. */
export const isShownOnce = (what: string | undefined): boolean => what === SHOWN_ONCE || what === SHOWN_ABOVE

/** A requested address; `popped` means that the browser has already gone there, through its Back or Forward button. */
export type RequestedAddress = { readonly href: string; readonly replace: boolean; readonly popped: boolean }

/**
 * `href` is path, query and fragment within the app; `isOwn`: whether the app itself led there. Any other address (typed, from a message,
 * from the browser's history) may belong to another project. `dirty.what` names the unsaved work, or is `SHOWN_ONCE` or `SHOWN_ABOVE`.
 */
export type NavigationContext = {
  readonly href: string
  readonly isOwn: boolean
  readonly dirty: { readonly what: string } | null
  readonly wanted: RequestedAddress | null
}

export type NavigationEvent =
  | { readonly type: 'GO'; readonly href: string; readonly replace?: boolean }
  | { readonly type: 'POPPED'; readonly href: string }
  | { readonly type: 'DIRTIED'; readonly what: string }
  | { readonly type: 'CLEANED' }
  | { readonly type: 'STAY' }
  | { readonly type: 'LEAVE' }

/** The path of an address, without query, fragment and trailing slash. */
export const pathOf = (href: string): string => (href.split(/[?#]/)[0] ?? '').replace(/(.)\/$/, '$1')

/** A form keeps its draft on another query of its path; a secret is gone with whatever shows something else. */
const partThatCounts = (href: string, unsaved: string): string =>
  isShownOnce(unsaved) ? (href.split('#')[0] ?? '') : pathOf(href)

const wantedOf = (event: NavigationEvent, { href }: NavigationContext): RequestedAddress | null => {
  if (event.type === 'POPPED') return { href: event.href, replace: false, popped: true }
  // A second history entry for the current address would make Back seem to do nothing.
  if (event.type === 'GO') return { href: event.href, replace: event.replace ?? event.href === href, popped: false }
  return null
}

/** A replaced address is the same one, written in another way. */
const isOwnAt = ({ popped, replace }: RequestedAddress, { isOwn }: NavigationContext): boolean =>
  !popped && (isOwn || !replace)

const toolkit = setup({
  types: typed<{ context: NavigationContext; events: NavigationEvent; input: { readonly href: string } }>(),
  guards: {
    isHere: ({ context, event }) => event.type === 'POPPED' && event.href === context.href,
    wouldLoseWork: ({ context, event }) =>
      context.dirty !== null &&
      (event.type === 'GO' || event.type === 'POPPED') &&
      partThatCounts(event.href, context.dirty.what) !== partThatCounts(context.href, context.dirty.what),
  },
  actions: {
    /** Adds an address to the browser's history. */
    push: (_, _to: { href: string; replace: boolean }) => {},
    /** Restores the address that the browser has left. */
    restore: (_, _to: { href: string }) => {},
    /** Updates title, focus and scroll position after arriving. */
    announce: (_, _at: { href: string }) => {},
    want: assign(({ context, event }) => ({ wanted: wantedOf(event, context) })),
    forgetWanted: assign({ wanted: null }),
    soil: assign(({ event }) => (event.type === 'DIRTIED' ? { dirty: { what: event.what } } : {})),
    clean: assign({ dirty: null }),
  },
})

/** Goes to the requested address. Unless the browser has already gone there, it is pushed first. */
const arrive = toolkit.enqueueActions(({ context, event, enqueue }) => {
  const to = wantedOf(event, context)
  if (!to) return
  if (!to.popped) enqueue({ type: 'push', params: { href: to.href, replace: to.replace } })
  enqueue.assign({ href: to.href, isOwn: isOwnAt(to, context) })
  enqueue({ type: 'announce', params: { href: to.href } })
})

/** Goes to the address that unsaved work had blocked. The old address was restored, so the new one is pushed in any case. */
const arriveAtWanted = toolkit.enqueueActions(({ context, enqueue }) => {
  const { wanted } = context
  enqueue.assign({ dirty: null, wanted: null })
  if (!wanted) return
  enqueue({ type: 'push', params: { href: wanted.href, replace: wanted.replace } })
  enqueue.assign({ href: wanted.href, isOwn: isOwnAt(wanted, context) })
  enqueue({ type: 'announce', params: { href: wanted.href } })
})

const restoreHere = {
  type: 'restore',
  params: ({ context }: { context: NavigationContext }) => ({ href: context.href }),
} as const

/**
 * The current address in the app. Leaving a path with unsaved work needs confirmation; a change of query or fragment does not. A secret
 * also holds the query.
 */
export const navigationMachine = toolkit.extend({ actions: { arrive, arriveAtWanted } }).createMachine({
  id: 'navigation',
  context: ({ input }) => ({ href: input.href, isOwn: false, dirty: null, wanted: null }),
  initial: 'settled',
  on: { DIRTIED: { actions: 'soil' } },
  states: {
    settled: {
      tags: 'settled',
      on: {
        GO: [{ guard: 'wouldLoseWork', target: 'asking', actions: 'want' }, { actions: 'arrive' }],
        POPPED: [
          { guard: 'isHere' },
          { guard: 'wouldLoseWork', target: 'asking', actions: ['want', restoreHere] },
          { actions: 'arrive' },
        ],
        CLEANED: { actions: 'clean' },
      },
    },
    asking: {
      tags: 'asking',
      on: {
        GO: { actions: 'want' },
        POPPED: [{ guard: 'isHere' }, { actions: ['want', restoreHere] }],
        STAY: { target: 'settled', actions: 'forgetWanted' },
        LEAVE: { target: 'settled', actions: 'arriveAtWanted' },
        // The work was saved while the question was open, so nothing is left to confirm.
        CLEANED: { target: 'settled', actions: 'arriveAtWanted' },
      },
    },
  },
})
