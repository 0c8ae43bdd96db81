import type { Socket } from 'node:net'

/**
 * Number of bytes that the operating system has not accepted yet; null if it is unknown. Node reports it only on the socket's handle,
 * which its types leave out.
 */
const queuedBytes = (transport: Socket): number | null => {
  const handle = (transport as Socket & { _handle?: unknown })._handle
  if (typeof handle !== 'object' || handle === null || !('writeQueueSize' in handle)) return null
  return typeof handle.writeQueueSize === 'number' ? handle.writeQueueSize : null
}

/**
 * Whether everything written to a connection has left this process. Asked directly after a write, because Node calls back late when its
 * event loop is busy, and the wait would count for the upload.
 */
export const hasLeft = (transport: Socket): boolean => queuedBytes(transport) === 0
