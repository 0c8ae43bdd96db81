/** An update that was begun. */
export type KeptUpdate = { readonly text: string; readonly state: string; readonly visibility: string }

/** Updates that were begun and not posted, by incident: they are kept while somebody looks at another page. */
export const keptUpdates = new Map<string, KeptUpdate>()
