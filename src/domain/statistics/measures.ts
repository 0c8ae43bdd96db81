/**
 * Durations that are summed up for each hour: the total of a result and its six phases, in the order in which they are stored. Each is a
 * column of `result`.
 */
export const MEASURES = ['total', 'dns', 'tcp', 'handshake', 'upload', 'processing', 'download'] as const
export type Measure = (typeof MEASURES)[number]

/** All that is summed up of a result with a response: its durations, and the size of the response in bytes. */
export const MEASURED = [...MEASURES, 'size'] as const
export type Measured = (typeof MEASURED)[number]

/** The measure of each metric of the contract. */
export const METRICS = {
  total: 'total',
  dns: 'dns',
  connect: 'tcp',
  tls: 'handshake',
  upload: 'upload',
  ttfb: 'processing',
  response: 'download',
} as const satisfies Record<string, Measure>
export type Metric = keyof typeof METRICS
