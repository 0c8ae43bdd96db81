import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync } from 'node:zlib'
import type { Detail } from './trace.ts'

/** Larger details are compressed in another thread, so that they do not distort the timing of other calls. */
const LARGE_BYTES = 16_384
/** A small window and output buffer are enough for small texts, and cheaper to set up than zlib's defaults. */
const SMALL = { level: 6, windowBits: 12, memLevel: 5, chunkSize: 2_048 }
const onAnotherThread = promisify(deflateRaw)

/** Packs a result detail for the report: JSON, raw deflate, base64. */
export const packDetail = async (detail: Detail): Promise<string> => {
  const json = Buffer.from(JSON.stringify(detail))
  const packed = json.length > LARGE_BYTES ? await onAnotherThread(json) : deflateRawSync(json, SMALL)
  return packed.toString('base64')
}
