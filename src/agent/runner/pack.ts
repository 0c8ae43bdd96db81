import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync } from 'node:zlib'
import type { Detail } from './trace.ts'

/** Larger ones are compressed on another thread, so that they do not bend the timing of the calls beside them. */
const LARGE_BYTES = 16_384
/** Small texts do with a small window and a small output buffer, which cost less to set up than zlib's defaults. */
const SMALL = { level: 6, windowBits: 12, memLevel: 5, chunkSize: 2_048 }
const onAnotherThread = promisify(deflateRaw)

/** A detail as it travels: JSON, raw deflate, base64. */
export const packDetail = async (detail: Detail): Promise<string> => {
  const json = Buffer.from(JSON.stringify(detail))
  const packed = json.length > LARGE_BYTES ? await onAnotherThread(json) : deflateRawSync(json, SMALL)
  return packed.toString('base64')
}
