import type { Database } from '../store/core/database.ts'
import { refuseReadOnly } from '../store/core/session-settings.ts'

const RETRY_AFTER_MS = 1_000

/** How often a listener that hears nothing makes sure that it still would, and how long the answer may take, in ms. */
const PROOF_MS = 10_000

export type Listener = { close(): void }

/**
 * Listens on a database channel, on a dedicated connection that is reopened whenever it ends, or when its server no longer answers or takes
 * no writes, after which nobody would notify it. Calls `onNews` at each notification and after each reconnect, since notifications may
 * have been missed meanwhile.
 */
export const listenTo = (
  database: Database,
  channel: string,
  onNews: () => void,
  { proofMs = PROOF_MS }: { readonly proofMs?: number } = {},
): Listener => {
  let hangUp = () => {}
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const open = () => {
    const client = database.dedicated()
    let isLost = false
    const lost = () => {
      if (isLost) return
      isLost = true
      clearInterval(proving)
      clearTimeout(deadline)
      client.end().catch(() => {})
      if (!isClosed) retry = setTimeout(open, RETRY_AFTER_MS)
    }
    let deadline: NodeJS.Timeout | undefined
    const prove = async () => {
      deadline ??= setTimeout(lost, proofMs)
      await refuseReadOnly(client)
      clearTimeout(deadline)
      deadline = undefined
    }
    const proving = setInterval(() => prove().catch(lost), proofMs)
    hangUp = lost
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', onNews)
    client
      .connect()
      .then(() => client.query(`listen ${client.escapeIdentifier(channel)}`))
      .then(onNews)
      .catch(lost)
  }
  open()

  return {
    close() {
      isClosed = true
      clearTimeout(retry)
      hangUp()
    },
  }
}
