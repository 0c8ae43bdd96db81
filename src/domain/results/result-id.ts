import { fromBase64url, toBase64url } from '../core/base64.ts'

/** The facts that identify a run. The same key always gives the same id. */
export type RunKey = {
  /** The store's number of the monitor: a 32-bit integer. */
  readonly target: number
  /** The store's number of the location: a 16-bit integer. */
  readonly location: number
  /** The store's number of the schedule, or a negative number for a run on demand: a 32-bit integer. */
  readonly source: number
  /** When the run is due, in milliseconds since 1970, up to 2^47. */
  readonly dueMs: number
  /** 0 for the first attempt, up to 255. */
  readonly attempt: number
}

const BYTES = 17
const LATEST_DUE_MS = 2 ** 47

const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
const isRunKey = (key: RunKey) =>
  isWithin(key.target, -(2 ** 31), 2 ** 31 - 1) &&
  isWithin(key.location, -(2 ** 15), 2 ** 15 - 1) &&
  isWithin(key.source, -(2 ** 31), 2 ** 31 - 1) &&
  isWithin(key.dueMs, 0, LATEST_DUE_MS) &&
  isWithin(key.attempt, 0, 255)

/**
 * Builds the id of a run and its result: 23 URL-safe characters, base64url of target (4 bytes), location (2), source (4), due
 * time (6) and attempt (1), each big-endian.
 * @throws RangeError for a key outside the bounds of `RunKey`.
 */
export const resultId = (key: RunKey): string => {
  if (!isRunKey(key)) throw new RangeError(`Out of bounds for a result id: ${JSON.stringify(key)}`)
  const bytes = new Uint8Array(BYTES)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, key.target)
  view.setInt16(4, key.location)
  view.setInt32(6, key.source)
  view.setUint16(10, Math.floor(key.dueMs / 2 ** 32))
  view.setUint32(12, key.dueMs % 2 ** 32)
  view.setUint8(16, key.attempt)
  return toBase64url(bytes)
}

/** Parses a result id; null for a text that `resultId` never returns. */
export const parseResultId = (id: string): RunKey | null => {
  const bytes = id.length === 23 ? fromBase64url(id) : null
  if (bytes === null || bytes.length !== BYTES) return null
  const view = new DataView(bytes.buffer)
  const dueMs = view.getUint16(10) * 2 ** 32 + view.getUint32(12)
  if (dueMs > LATEST_DUE_MS) return null
  return {
    target: view.getInt32(0),
    location: view.getInt16(4),
    source: view.getInt32(6),
    dueMs,
    attempt: view.getUint8(16),
  }
}
