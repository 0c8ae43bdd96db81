/** The code of a part of the app did not come: the network failed, or the server does not answer. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded'
  constructor(cause: unknown) {
    super('A part of the app did not load. Check the connection, then try again.', { cause })
  }
}

/** Loads the code of a part that is no page. Rejects with a `PartNotLoaded`, whose sentence a person can act on. */
export const partCode = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  const part: Part | undefined = await load().catch((cause: unknown) => {
    throw new PartNotLoaded(cause)
  })
  // A chunk that is missing may come as undefined, outside of the promise.
  if (part === undefined) throw new PartNotLoaded(null)
  return part
}
