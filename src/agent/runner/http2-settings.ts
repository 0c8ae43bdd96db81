import { FLAGS, FRAMES, frameBytes, windowUpdate } from './http2-frames.ts'
import { MAX_HEAD_BYTES } from './response-parser.ts'

/** Settings (RFC 9113, 6.5.2) that count here. */
const SETTINGS = { enablePush: 2, initialWindow: 4, maxFrame: 5, maxHeaderList: 6 } as const
const SETTING_BYTES = 6
/** Bytes that each side may send before it has read the settings of the other. */
export const FIRST_WINDOW_BYTES = 65_535
export const MAX_WINDOW_BYTES = 0x7f_ff_ff_ff
const MAX_FRAME = { least: 16_384, most: 16_777_215 } as const

/** Bytes that a server may send before we have read them: enough for a fast network, and bounded in memory. */
export const WINDOW_BYTES = 1_048_576

const settingsBytes = (settings: readonly (readonly [number, number])[]): Buffer => {
  const payload = Buffer.alloc(SETTING_BYTES * settings.length)
  for (const [index, [name, value]] of settings.entries()) {
    payload.writeUInt16BE(name, SETTING_BYTES * index)
    payload.writeUInt32BE(value, SETTING_BYTES * index + 2)
  }
  return payload
}

/** The first bytes of a connection: its preface (RFC 9113, 3.4), our settings and the size of our window. */
export const OPENING = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frameBytes(
    FRAMES.settings,
    0,
    0,
    settingsBytes([
      [SETTINGS.enablePush, 0],
      [SETTINGS.initialWindow, WINDOW_BYTES],
      [SETTINGS.maxHeaderList, MAX_HEAD_BYTES],
    ]),
  ),
  windowUpdate(0, WINDOW_BYTES - FIRST_WINDOW_BYTES),
])

/** The answer to a server's settings. */
export const SETTINGS_READ = frameBytes(FRAMES.settings, FLAGS.ack, 0)

/** Settings of a server that say what we may send. */
export type ServerSettings = { readonly initialWindow?: number }

/** Reads the payload of a server's settings; the name of an error code where it breaks RFC 9113, 6.5.2. */
export const serverSettings = (
  payload: Buffer,
): ServerSettings | 'FRAME_SIZE_ERROR' | 'FLOW_CONTROL_ERROR' | 'PROTOCOL_ERROR' => {
  if (payload.length % SETTING_BYTES !== 0) return 'FRAME_SIZE_ERROR'
  let read: ServerSettings = {}
  for (let at = 0; at < payload.length; at += SETTING_BYTES) {
    const name = payload.readUInt16BE(at)
    const value = payload.readUInt32BE(at + 2)
    // A server pushes nothing that it was not asked for, and does not ask us to.
    if (name === SETTINGS.enablePush && value !== 0) return 'PROTOCOL_ERROR'
    if (name === SETTINGS.initialWindow) {
      if (value > MAX_WINDOW_BYTES) return 'FLOW_CONTROL_ERROR'
      read = { ...read, initialWindow: value }
    }
    if (name === SETTINGS.maxFrame && (value < MAX_FRAME.least || value > MAX_FRAME.most)) return 'PROTOCOL_ERROR'
  }
  return read
}
