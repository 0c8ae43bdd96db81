import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/core/database.ts'
import { monitorsLeft } from '../../store/projects/monitor-quota.ts'

/** Refuses `adding` monitors beyond what the operator allows a project; null where there is room. */
export const refuseMonitors = async (
  { configuration: { projectMonitors: most } }: Pick<Services, 'configuration'>,
  db: Db,
  projectKey: number,
  adding = 1,
): Promise<Refusal | null> => {
  const left = await monitorsLeft(db, projectKey, most)
  if (left === null || left >= adding) return null
  return new Refusal(
    403,
    'quota',
    `This server allows ${most} monitors in a project (SONDE_PROJECT_MONITORS), and ${left === 0 ? 'there is no room for another' : `there is room for ${left} more`}. Delete a monitor, or ask the operator for a higher limit.`,
  )
}
