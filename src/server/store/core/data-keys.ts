/** A key of an organization that encrypts its secrets. The store has it only wrapped by the organization's key service. */
export type DataKey = { readonly id: string; readonly key: Buffer }

/** Data keys that are available in this process. */
export type DataKeys = {
  find(id: string): Buffer | undefined
  put(key: DataKey): void
  drop(id: string): void
  /** Changes whenever a key comes or goes, so that what was opened with it is forgotten. */
  epoch(): number
}

/** A secret cannot be opened or stored: the data key that it needs is not available. */
export class KeyAway extends Error {
  readonly keyId: string
  /** Why, as a sentence; null where it was not asked for yet. */
  readonly reason: string | null
  constructor(keyId: string, reason: string | null = null) {
    super(reason ?? 'The key of these secrets is not available.')
    this.name = 'KeyAway'
    this.keyId = keyId
    this.reason = reason
  }
}

/** Opens an empty set of data keys. */
export const openDataKeys = (): DataKeys => {
  const keys = new Map<string, Buffer>()
  let epoch = 0
  return {
    find: (id) => keys.get(id),
    put({ id, key }) {
      if (keys.get(id)?.equals(key)) return
      keys.set(id, key)
      epoch += 1
    },
    drop(id) {
      if (keys.delete(id)) epoch += 1
    },
    epoch: () => epoch,
  }
}
