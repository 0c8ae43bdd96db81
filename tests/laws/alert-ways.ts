import type { EndpointName } from '../../src/contract/contract.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import type { SecretCipher } from '../../src/server/store/core/secret-cipher.ts'
import { acknowledgeTokenOf, openAlertOf } from '../support/acknowledging.ts'
import type { Api } from '../support/api.ts'

type Way = () => Promise<{ by: Api; params: Record<string, string>; body?: unknown }>
type Given = {
  readonly api: Api
  readonly db: Db
  readonly sealing: SecretCipher
  readonly newMonitor: () => Promise<string>
  readonly newWebhook: () => Promise<string>
}

/** How the endpoints of open alerts are called so that they succeed: for a monitor with one. */
export const alertWays = (given: () => Given): Partial<Record<EndpointName, Way>> => {
  const failing = async (acknowledgedBy: string | null = null): Promise<string> => {
    const { db, newMonitor, newWebhook } = given()
    const monitorId = await newMonitor()
    await openAlertOf(db, { webhookId: await newWebhook(), monitorId, acknowledgedBy })
    return monitorId
  }
  return {
    'alert.acknowledge': async () => ({ by: given().api, params: { id: await failing() }, body: { note: 'Looking' } }),
    'alert.unacknowledge': async () => ({ by: given().api, params: { id: await failing('Ada') } }),
    'acknowledgement.confirm': async () => {
      const { api, db, sealing } = given()
      return { by: api.as(''), params: { token: await acknowledgeTokenOf(db, sealing, await failing()) } }
    },
    'dependency.update': async () => {
      const { api, newMonitor } = given()
      return { by: api, params: { id: await newMonitor() }, body: { depends_on: [await newMonitor()] } }
    },
  }
}
