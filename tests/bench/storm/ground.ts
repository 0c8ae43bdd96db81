import { type HandAgent, joinAgent } from '../../support/agent.ts'
import type { Installation } from '../../support/installation.ts'
import { type MadeMonitor, makeMonitors } from '../../support/many-monitors.ts'
import { inWorkshop } from '../workshop.ts'
import { openReceivers, type Receivers } from './receiver-client.ts'

/** An installation with monitors, an agent played by hand and the receivers. */
export type Ground = {
  readonly installation: Installation
  readonly receivers: Receivers
  readonly monitors: readonly MadeMonitor[]
  readonly agent: HandAgent
  readonly locationKey: number
}

/** Opens the ground of one measurement, and closes everything afterwards. */
export const onGround = async <Result>(
  monitorCount: number,
  measure: (ground: Ground) => Promise<Result>,
): Promise<Result> => {
  const receivers = await openReceivers()
  try {
    return await inWorkshop(
      async ({ installation }) => {
        const urls = Array.from({ length: monitorCount }, () => 'http://example.com/')
        const monitors = await makeMonitors(installation, urls)
        const agent = await joinAgent(installation.api, installation.joinToken, 'hand')
        const [location] = await installation.query<{ key: number }>("select key from location where id = 'hand'")
        return measure({ installation, receivers, monitors, agent, locationKey: location?.key ?? 0 })
      },
      [receivers.address],
    )
  } finally {
    await receivers.close()
  }
}

/** Counts the stored decisions. */
export const decisionsIn = async ({ query }: Installation): Promise<number> => {
  const [stored] = await query<{ count: number }>('select count(*)::int as count from alert_decision')
  return stored?.count ?? 0
}
