/** A change that is shown before the server has confirmed the save that makes it. `save` is the save's id. */
export type Unconfirmed = { readonly save: string; readonly change: (data: unknown) => unknown }

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

const without = ({ unconfirmed }: ShownData, save: string): readonly Unconfirmed[] =>
  unconfirmed.filter((each) => each.save !== save)

/** Shows a change before it is confirmed. */
export const withUnconfirmed = (shown: ShownData, added: Unconfirmed): ShownData =>
  withStored({ ...shown, unconfirmed: [...without(shown, added.save), added] }, shown.stored)

/** The server has made the changes of a save. */
export const confirmed = (shown: ShownData, save: string): ShownData => {
  const made = shown.unconfirmed.filter((each) => each.save === save)
  const stored = made.reduce<unknown>((data, { change }) => change(data), shown.stored)
  return withStored({ ...shown, unconfirmed: without(shown, save) }, stored)
}

/** Reverts the changes of a save that was refused or got no answer. */
export const reverted = (shown: ShownData, save: string): ShownData =>
  withStored({ ...shown, unconfirmed: without(shown, save) }, shown.stored)
