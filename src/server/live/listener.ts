import type { Database } from '../store/core/database.ts'

const AGAIN_AFTER_MS = 1_000

export type Listener = { close(): void }

/**
 * Listens on a channel of the database, on a connection of its own that is opened again whenever it ends. `onNews` is called at
 * each notification, and whenever the line stands anew, since nobody knows what was said meanwhile.
 */
export const listenTo = (database: Database, channel: string, onNews: () => void): Listener => {
  let hangUp = () => {}
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  const open = () => {
    const client = database.dedicated()
    let isLost = false
    const lost = () => {
      if (isLost) return
      isLost = true
      client.end().catch(() => {})
      if (!isClosed) again = setTimeout(open, AGAIN_AFTER_MS)
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
      clearTimeout(again)
      hangUp()
    },
  }
}
