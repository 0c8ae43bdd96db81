/**
 * A question to a document that runs in its isolated world, where the page's scripts cannot answer for it. An engine for selectors is the
 * driver's public way in. An engine lives as long as its document, so it may remember elements.
 */
export type Engine = {
  /** The name of its selectors. */
  readonly name: string
  /** JavaScript of an object whose `queryAll(root, text)` returns elements; `text` is an argument as `selectorOf` writes it. */
  readonly source: string
}

/** Reads, in an engine's source, the argument of `selectorOf`. */
export const ARGUMENT = 'JSON.parse(decodeURIComponent(text))'

/** The selector that asks an engine. No character of the argument means anything in the driver's own language of selectors. */
export const selectorOf = ({ name }: Engine, argument: unknown): string =>
  `${name}=${encodeURIComponent(JSON.stringify(argument)).replaceAll("'", '%27')}`

/** Makes engines known to the driver. Called before the first page opens. */
export const registerEngines = async (engines: readonly Engine[]): Promise<void> => {
  const { selectors } = await import('playwright-core')
  for (const { name, source } of engines)
    await selectors.register(name, source, { contentScript: true }).catch((error: unknown) => {
      // The driver keeps its engines for as long as the process lives.
      if (!/already been registered|already registered/.test(String(error))) throw error
    })
}
