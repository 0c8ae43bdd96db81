import type { AllowRule } from '../../domain/core/addresses.ts'
import { byItself } from '../store/core/by-itself.ts'
import type { DataKey } from '../store/core/data-keys.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import {
  isKeyOf,
  type KeyService,
  keyServiceOf,
  recordCheck,
  type WrappedKey,
  wrappedKeys,
  wrappedKeysInUse,
} from '../store/key-services/key-services.ts'
import { KeyServiceProblem, type Transit, unwrapDataKey } from './transit.ts'

/** A key stays available for so long after its service last unwrapped it, so that a short outage stops nothing. */
const KEPT_MS = 5 * 60_000
/** A service that failed is not asked again before. */
const ASKED_AGAIN_MS = 10_000

/** The reason where a service's answer led to a fault that nobody foresaw. */
const UNEXPECTED = 'Its key service answered with something that could not be used.'

/** The reason where a key is there, but opens a secret not. */
const OTHER_KEY = 'its key service gave another key than a secret was encrypted with, or the secret was changed.'

/** The data keys of organizations, unwrapped by their key services. */
export type Keyring = {
  /**
   * Makes data keys available if their services give them. Returns whether it is worth trying again: they are available, or their services
   * were asked and there is a reason now. `isUrgent`: a person asks, so services are asked again whenever they were asked before.
   */
  load(keyIds: readonly string[], options?: { readonly isUrgent?: boolean }): Promise<boolean>
  /** Makes a key available that its service has just made. */
  hold(key: DataKey): void
  /** Why a data key is not available, as a sentence. */
  reasonOf(keyId: string): string
  /** Asks the services for all keys again. Keys of a service that refuses are dropped, those of one that is away after five minutes. */
  renew(): Promise<void>
}

type Options = {
  readonly db: Db
  readonly sealing: SecretCipher
  readonly allowed: readonly AllowRule[]
  readonly clock: () => number
  readonly log: (line: string) => void
}

const otherKey = ({ url }: KeyService): string =>
  `${new URL(url).host} gave another key than the one that encrypted the secrets.`

/** Opens a key service with its token in clear. */
export const transitOf = (
  service: Omit<KeyService, 'checked' | 'problem' | 'last_update'>,
  sealing: SecretCipher,
): Transit => ({
  url: service.url,
  namespace: service.namespace,
  mount: service.mount,
  keyName: service.key_name,
  token: sealing.open(service.token),
})

/** Opens the keyring of a server. It is empty at first. */
export const openKeyring = ({ db, sealing, allowed, clock, log }: Options): Keyring => {
  const { dataKeys } = sealing
  /** When the service of a key last unwrapped it, and why it failed since. */
  const known = new Map<string, { unwrapped: number; failed: number; reason: string | null }>()

  const unwrap = async (wrapped: WrappedKey): Promise<void> => {
    const { id, org_id: orgId } = wrapped
    const service = await keyServiceOf(db, orgId)
    const before = known.get(id)
    const fail = (reason: string, isRefused: boolean) => {
      known.set(id, { unwrapped: before?.unwrapped ?? 0, failed: clock(), reason })
      if (isRefused || (before?.unwrapped ?? 0) < clock() - KEPT_MS) dataKeys.drop(id)
    }
    if (!service) return fail('The organization has no key service any longer.', true)
    try {
      const key = await unwrapDataKey(transitOf(service, sealing), wrapped.wrapped, allowed)
      if (!(await isKeyOf(db, wrapped, key))) throw new KeyServiceProblem(otherKey(service), true)
      known.set(id, { unwrapped: clock(), failed: 0, reason: null })
      dataKeys.put({ id, key })
      if (service.problem !== null || service.checked === null) await recordCheck(db, orgId, null, clock())
    } catch (cause) {
      if (!(cause instanceof KeyServiceProblem)) {
        fail(UNEXPECTED, false)
        throw cause
      }
      fail(cause.message, cause.isRefused)
      if (service.problem !== cause.message) await recordCheck(db, orgId, cause.message, clock())
    }
  }

  const unwrapEach = async (all: readonly WrappedKey[]): Promise<void> => {
    await Promise.all(
      all.map((wrapped) =>
        byItself({ about: `keys: the key service of organization ${wrapped.org_id}`, log }, () => unwrap(wrapped)),
      ),
    )
  }

  const reasonOf = (keyId: string): string =>
    `The key of the organization’s secrets is not available: ${known.get(keyId)?.reason ?? (dataKeys.find(keyId) ? OTHER_KEY : 'its key service was not asked yet.')}`

  const mayAsk = (id: string): boolean => (known.get(id)?.failed ?? 0) <= clock() - ASKED_AGAIN_MS

  const load: Keyring['load'] = async (keyIds, { isUrgent = false } = {}) => {
    const missing = [...new Set(keyIds)].filter((id) => isUrgent || dataKeys.find(id) === undefined)
    const wanted = missing.filter((id) => isUrgent || mayAsk(id))
    if (wanted.length === 0) return missing.length === 0
    await unwrapEach(await wrappedKeys(db, wanted))
    return true
  }

  return {
    load,
    hold(key) {
      known.set(key.id, { unwrapped: clock(), failed: 0, reason: null })
      dataKeys.put(key)
    },
    reasonOf,
    async renew() {
      const inUse = await wrappedKeysInUse(db)
      for (const id of known.keys())
        if (!inUse.some((each) => each.id === id)) {
          known.delete(id)
          dataKeys.drop(id)
        }
      await unwrapEach(inUse)
    },
  }
}
