import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf, BodyOf } from '../../contract/core/endpoint.ts'
import type { World } from '../core/world.ts'

export type StoredReport = AnswerOf<ProductContract['report.read']>
export type Group = StoredReport['report']['groups'][number]
export type GroupDraft = NonNullable<NonNullable<BodyOf<ProductContract['report.update']>['report']>['groups']>[number]

/** Loads a report as it is stored. */
export const readStored = (world: World, id: string): Promise<StoredReport> =>
  world.call('report.read', { params: { id } })

/** Stores changed groups, unless someone else changed the report since it was read. */
export const storeGroups = async (
  world: World,
  before: StoredReport,
  groups: readonly GroupDraft[],
  told: string,
): Promise<void> => {
  const body = { report: { groups: [...groups] }, if_last_update: before.meta.last_update }
  await world.call('report.update', { params: { id: before.id }, body })
  world.tell(told)
}

/** Index of the group that a line names by its number, id or name; null where there is none. */
export const groupIndex = (groups: readonly Group[], named: string): number | null => {
  const text = named.trim().toLowerCase()
  const byNumber = /^\d+$/.test(text) ? Number(text) - 1 : -1
  const found = [
    groups.findIndex(({ id }) => id === named),
    groups.findIndex(({ name }) => name.toLowerCase() === text),
    byNumber < groups.length ? byNumber : -1,
  ].find((at) => at >= 0)
  return found ?? null
}

/** The group that a line names, with its place; null, and a sentence, where there is none. */
export const groupNamed = (
  { meta, report: { groups } }: StoredReport,
  named: string,
  world: Pick<World, 'tell'>,
): { readonly group: Group; readonly at: number } | null => {
  const at = groupIndex(groups, named)
  const group = at === null ? undefined : groups[at]
  if (at !== null && group) return { group, at }
  const has = groups.length === 0 ? 'no groups' : groups.map(({ name }) => `“${name}”`).join(', ')
  world.tell(`“${meta.name}” has no group “${named}”. It has ${has}.`)
  return null
}
