import type { ReportFigures } from '../../domain/reports/report-figures.ts'

/** Names of the latencies that a report can be about. */
export const METRIC_WORDS: Readonly<Record<ReportFigures['meta']['metric'], string>> = {
  total: 'total latency',
  dns: 'DNS lookup',
  connect: 'connect phase',
  tls: 'TLS handshake',
  ttfb: 'time to first byte',
  response: 'download phase',
}
