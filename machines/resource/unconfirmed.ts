/** A change that is shown before the server has confirmed the save that makes it. `save` is the save's id. */
export type Unconfirmed = { readonly save: string; readonly change: (data: unknown) => unknown }

/** Events of a resource about unconfirmed changes: one is shown, or its save has ended. */
export type UnconfirmedEvent =
  | ({ readonly type: 'SHOW' } & Unconfirmed)
  | { readonly type: 'SETTLE'; readonly save: string; readonly isStored: boolean }

/** `data` is what is shown: `stored`, the server's answer, with the unconfirmed changes made to it in the order of their saves. */
export type ShownData = {
  readonly data: unknown
  readonly stored: unknown
  readonly unconfirmed: readonly Unconfirmed[]
}

/** Shows another answer, or another change to it, below the changes that are still unconfirmed. */
export const withStored = ({ unconfirmed }: ShownData, stored: unknown): ShownData => ({
  data: stored === null ? null : unconfirmed.reduce<unknown>((data, { change }) => change(data), stored),
  stored,
  unconfirmed,
})

/** Shows a change before it is confirmed. */
export const withUnconfirmed = (shown: ShownData, added: Unconfirmed): ShownData =>
  withStored(
    { ...shown, unconfirmed: [...shown.unconfirmed.filter(({ save }) => save !== added.save), added] },
    shown.stored,
  )

/** Ends the changes of a save: where it was stored, they are the server's now; otherwise they are reverted. */
export const settled = (shown: ShownData, save: string, isStored: boolean): ShownData => {
  let { stored } = shown
  const unconfirmed = shown.unconfirmed.filter((each) => {
    if (each.save === save && isStored) stored = each.change(stored)
    return each.save !== save
  })
  return withStored({ ...shown, unconfirmed }, stored)
}
