import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { World } from '../core/world.ts'

export type StoredStatusPage = AnswerOf<ProductContract['status-page.read']>

/** Saves a change of the status page as it is stored now; null changes nothing. Returns what is stored then. */
export const saveStatusPage = async (
  world: World,
  change: (before: StoredStatusPage) => Partial<StoredStatusPage> | null,
): Promise<StoredStatusPage | null> => {
  const before = await world.call('status-page.read', {})
  const changes = change(before)
  if (!changes) return null
  const { url: _, subscribers: __, last_update: readAt, ...settings } = before
  return world.call('status-page.replace', { body: { ...settings, ...changes, if_last_update: readAt } })
}

/** Parts that the commands that change the page share. */
export const changing = {
  pending: 'Saving',
  effect: 'write',
  needs: 'manage',
  undo: 'calls',
  writes: ['status-page.replace'],
} as const
