import type { AllowRule } from '../../domain/core/addresses.ts'
import { isAway } from '../store/core/away.ts'
import type { DataKey } from '../store/core/data-keys.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import {
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
   * were asked and there is a reason now.
   */
  load(keyIds: readonly string[]): Promise<boolean>
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
}

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
export const openKeyring = ({ db, sealing, allowed, clock }: Options): Keyring => {
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
      known.set(id, { unwrapped: clock(), failed: 0, reason: null })
      dataKeys.put({ id, key })
      if (service.problem !== null || service.checked === null) await recordCheck(db, orgId, null, clock())
    } catch (cause) {
      if (isAway(cause)) throw cause
      const problem = cause instanceof KeyServiceProblem ? cause.message : UNEXPECTED
      fail(problem, cause instanceof KeyServiceProblem && cause.isRefused)
      if (service.problem !== problem) await recordCheck(db, orgId, problem, clock())
    }
  }

  /** The trouble of one organization's service must not keep the keys of others away. */
  const unwrapAll = async (all: readonly WrappedKey[]): Promise<void> => {
    const ended = await Promise.allSettled(all.map(unwrap))
    const fault = ended.find(({ status }) => status === 'rejected')
    if (fault?.status === 'rejected') throw fault.reason
  }

  const reasonOf = (keyId: string): string =>
    `The key of the organization’s secrets is not available: ${known.get(keyId)?.reason ?? (dataKeys.find(keyId) ? OTHER_KEY : 'its key service was not asked yet.')}`

  const mayAsk = (id: string): boolean => (known.get(id)?.failed ?? 0) <= clock() - ASKED_AGAIN_MS

  const load: Keyring['load'] = async (keyIds) => {
    const missing = [...new Set(keyIds)].filter((id) => dataKeys.find(id) === undefined)
    const wanted = missing.filter(mayAsk)
    if (wanted.length === 0) return missing.length === 0
    await unwrapAll(await wrappedKeys(db, wanted))
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
      await unwrapAll(inUse)
    },
  }
}
