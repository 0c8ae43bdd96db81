import { assign, setup } from 'xstate'
import { typed } from './typed.ts'

/** An address that somebody wants to go to; `popped`: the browser had gone there by itself, by its back or forward button. */
export type Wanted = { readonly href: string; readonly replace: boolean; readonly popped: boolean }

/** `href` is path, query and fragment within the app; `dirty.what` names unsaved work in the words of its form. */
export type NavigationContext = {
  readonly href: string
  readonly dirty: { readonly what: string } | null
  readonly wanted: Wanted | null
}

export type NavigationEvent =
  | { readonly type: 'GO'; readonly href: string; readonly replace?: boolean }
  | { readonly type: 'POPPED'; readonly href: string }
  | { readonly type: 'DIRTIED'; readonly what: string }
  | { readonly type: 'CLEANED' }
  | { readonly type: 'STAY' }
  | { readonly type: 'LEAVE' }

/** The path of an address, without its query, fragment and last slash. */
export const pathOf = (href: string): string => (href.split(/[?#]/)[0] ?? '').replace(/(.)\/$/, '$1')

const wantedOf = (event: NavigationEvent, { href }: NavigationContext): Wanted | null => {
  if (event.type === 'POPPED') return { href: event.href, replace: false, popped: true }
  // A second entry for the address one is at would make Back seem to do nothing.
  if (event.type === 'GO') return { href: event.href, replace: event.replace ?? event.href === href, popped: false }
  return null
}

const toolkit = setup({
  types: typed<{ context: NavigationContext; events: NavigationEvent; input: { readonly href: string } }>(),
  guards: {
    isHere: ({ context, event }) => event.type === 'POPPED' && event.href === context.href,
    wouldLoseWork: ({ context, event }) =>
      context.dirty !== null &&
      (event.type === 'GO' || event.type === 'POPPED') &&
      pathOf(event.href) !== pathOf(context.href),
  },
  actions: {
    /** Puts an address into the browser's history. */
    push: (_, _to: { href: string; replace: boolean }) => {},
    /** Puts the address back that the browser had left by itself. */
    restore: (_, _to: { href: string }) => {},
    /** Says where one has arrived: title, focus, scroll. */
    announce: (_, _at: { href: string }) => {},
    want: assign(({ context, event }) => ({ wanted: wantedOf(event, context) })),
    forgetWanted: assign({ wanted: null }),
    soil: assign(({ event }) => (event.type === 'DIRTIED' ? { dirty: { what: event.what } } : {})),
    clean: assign({ dirty: null }),
  },
})

/** Goes where it is asked to. What the browser did by itself is followed, what a person asked for is pushed first. */
const arrive = toolkit.enqueueActions(({ context, event, enqueue }) => {
  const to = wantedOf(event, context)
  if (!to) return
  if (!to.popped) enqueue({ type: 'push', params: { href: to.href, replace: to.replace } })
  enqueue.assign({ href: to.href })
  enqueue({ type: 'announce', params: { href: to.href } })
})

/** Goes where the unsaved work had kept one from going. The address had been put back, so it is pushed in any case. */
const arriveAtWanted = toolkit.enqueueActions(({ context: { wanted }, enqueue }) => {
  enqueue.assign({ dirty: null, wanted: null })
  if (!wanted) return
  enqueue({ type: 'push', params: { href: wanted.href, replace: wanted.replace } })
  enqueue.assign({ href: wanted.href })
  enqueue({ type: 'announce', params: { href: wanted.href } })
})

const restoreHere = {
  type: 'restore',
  params: ({ context }: { context: NavigationContext }) => ({ href: context.href }),
} as const

/**
 * Where one is in the app. Unsaved work is asked about before one leaves its path; another query or fragment of the same
 * path leaves nothing behind.
 */
export const navigationMachine = toolkit.extend({ actions: { arrive, arriveAtWanted } }).createMachine({
  id: 'navigation',
  context: ({ input }) => ({ href: input.href, dirty: null, wanted: null }),
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
        // The work was saved while the question stood: there is nothing left to ask about.
        CLEANED: { target: 'settled', actions: 'arriveAtWanted' },
      },
    },
  },
})
