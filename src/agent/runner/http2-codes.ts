/** Error codes of HTTP/2 by their number (RFC 9113, 7). */
const NAMES = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
] as const

export type Http2Code = (typeof NAMES)[number]

export const numberOf = (name: Http2Code): number => NAMES.indexOf(name)

/** The name of a code, `code 99` for one that the standard does not have. */
export const nameOf = (code: number): string => NAMES[code] ?? `code ${code}`

/** A fault in what a server sent: a broken rule of HTTP/2 with its code, or a sentence to follow "malformed response:". */
export type Http2Fault = { readonly code: Http2Code; readonly rule: string } | { readonly sentence: string }

export const broken = (code: Http2Code, rule: string): Http2Fault => ({ code, rule })
