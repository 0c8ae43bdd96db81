import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync } from 'node:zlib'
import type { Detail } from './trace.ts'
import { LONG, longReports } from './turns.ts'

/** A small window and output buffer are enough for small texts, and cheaper to set up than zlib's defaults. */
const SMALL = { level: 6, windowBits: 12, memLevel: 5, chunkSize: 2_048 }
/** For larger details, so that they do not distort the timing of other calls. */
const onAnotherThread = promisify(deflateRaw)

/** Packs a result detail for the report: JSON, raw deflate, base64. */
export const packDetail = (detail: Detail): Promise<string> => {
  const characters = (detail.request.body?.length ?? 0) + (detail.response?.body?.length ?? 0)
  return characters > LONG ? longReports.take(() => pack(detail), true) : pack(detail)
}

const pack = async (detail: Detail): Promise<string> => {
  const json = Buffer.from(JSON.stringify(detail))
  const packed = json.length > LONG ? await onAnotherThread(json) : deflateRawSync(json, SMALL)
  return packed.toString('base64')
}
