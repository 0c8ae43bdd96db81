import type { Shape } from '../../contract/core/endpoint.ts'
import type { timing } from '../../contract/results/results.ts'

export type Timing = Shape<typeof timing>

const connect = (t: Timing) => t.dns + t.tcp
const secured = (t: Timing) => connect(t) + t.handshake
const uploaded = (t: Timing) => secured(t) + t.upload
const firstByte = (t: Timing) => uploaded(t) + t.processing

/**
 * The 17 latencies that a condition can test, in milliseconds. Phases and times up to a point are those of the last hop; `total`
 * includes the redirects before it. An agent follows redirects within one run, so `total` and `t_redirect` are equal; both names are
 * kept because both are in use.
 */
export const LATENCY_METRICS = {
  total: { words: 'total time', ms: (t) => t.total },
  dns: { words: 'DNS lookup', ms: (t) => t.dns },
  t_connect: { words: 'time until connected', ms: connect },
  t_tls: { words: 'time until the TLS handshake is done', ms: secured },
  t_upload: { words: 'time until the upload is done', ms: uploaded },
  t_first_byte: { words: 'time until the first byte', ms: firstByte },
  t_redirect: { words: 'time until the end, redirects included', ms: (t) => t.total },
  p_connect: { words: 'connect phase', ms: (t) => t.tcp },
  p_tls: { words: 'TLS handshake phase', ms: (t) => t.handshake },
  p_upload: { words: 'upload phase', ms: (t) => t.upload },
  p_processing: { words: 'processing phase', ms: (t) => t.processing },
  p_download: { words: 'download phase', ms: (t) => t.download },
  nd_connect: { words: 'time until connected, without DNS', ms: (t) => t.tcp },
  nd_tls: { words: 'time until the TLS handshake is done, without DNS', ms: (t) => secured(t) - t.dns },
  nd_upload: { words: 'time until the upload is done, without DNS', ms: (t) => uploaded(t) - t.dns },
  nd_first_byte: { words: 'time until the first byte, without DNS', ms: (t) => firstByte(t) - t.dns },
  nd_redirect: { words: 'time until the end, redirects included, without DNS', ms: (t) => t.total - t.dns },
} as const satisfies Record<string, { words: string; ms: (t: Timing) => number }>

export type LatencyMetric = keyof typeof LATENCY_METRICS

/** Whether a text is one of the 17 latencies. */
export const isLatencyMetric = (name: string): name is LatencyMetric => Object.hasOwn(LATENCY_METRICS, name)
