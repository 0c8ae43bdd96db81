import type { Database } from '../store/core/database.ts'

const RETRY_AFTER_MS = 1_000

export type Listener = { close(): void }

/**
 * Listens on a database channel, on a dedicated connection that is reopened whenever it ends. Calls `onNews` at each notification and
 * after each reconnect, since notifications may have been missed meanwhile.
 */
export const listenTo = (database: Database, channel: string, onNews: () => void): Listener => {
  let hangUp = () => {}
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const open = () => {
    const client = database.dedicated()
    let isLost = false
    const lost = () => {
      if (isLost) return
      isLost = true
      client.end().catch(() => {})
      if (!isClosed) retry = setTimeout(open, RETRY_AFTER_MS)
    }
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
