import { assign, fromPromise, setup } from 'xstate'

/** The basket of a shop. Ordering may fail, and then be tried again. */
export const basket = setup({
  actors: { order: fromPromise(async () => {}) },
  actions: { add: assign({ count: ({ context }) => context.count + 1 }) },
}).createMachine({
  id: 'basket',
  context: { count: 0 },
  initial: 'empty',
  states: {
    empty: { on: { ADD: { target: 'filled', actions: 'add' } } },
    filled: { on: { ORDER: 'ordering', EMPTY: 'empty' } },
    ordering: { invoke: { id: 'order', src: 'order', onDone: 'ordered', onError: 'failed' } },
    failed: { on: { ORDER: 'ordering' } },
    ordered: { type: 'final' },
  },
})

/** The payloads of events; those without any need no line. */
export const example = { machine: basket, cases: { 'xstate.error.actor.order': [{ error: new Error('Sold out.') }] } }

const button = (page, name) => page.getByRole('button', { name })

/** How each event happens in a browser, and what each state shows. */
export const driver = {
  open: ({ page }) => page.goto('/'),
  events: {
    ADD: ({ page }) => button(page, 'Add').click(),
    EMPTY: ({ page }) => button(page, 'Empty').click(),
    ORDER: ({ page }) => button(page, 'Order').click(),
  },
  // A request that waits until the path says how it ends.
  effects: {
    order: {
      url: /\/orders$/,
      done: (route) => route.fulfill({ json: {} }),
      error: (route, { error }) => route.fulfill({ status: 409, body: error.error }),
    },
  },
  states: {
    empty: ({ page, expect }) => expect(page.getByText('Nothing is in your basket.')).toBeVisible(),
    filled: ({ page, expect }) => expect(button(page, 'Order')).toBeEnabled(),
    ordering: ({ page, expect }) => expect(button(page, 'Order')).toBeDisabled(),
    failed: ({ page, expect }) => expect(page.getByRole('alert')).toHaveText('Sold out.'),
    ordered: ({ page, expect }) => expect(page.getByText('Thank you!')).toBeVisible(),
  },
}
