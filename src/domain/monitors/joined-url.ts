import type { Shape } from '../../contract/core/endpoint.ts'
import type { urlParts } from '../../contract/monitors/monitors.ts'

/** An address as text, or as the parts that older exports have. */
export type GivenUrl = string | Shape<typeof urlParts>

/** An address as text: parts are joined, `https` unless they name a scheme. */
export const joinedUrl = (url: GivenUrl): string => {
  if (typeof url === 'string') return url
  const { scheme, hostname, port, path } = url
  const start = `${(scheme || 'https').replace(/:?\/*$/, '')}://${hostname}`
  const end = path || '/'
  return `${start}${port == null || port === '' ? '' : `:${port}`}${/^[/?#]/.test(end) ? end : `/${end}`}`
}
