import type { WebhookTypeId } from '../../domain/alerts/webhook-types.ts'

/**
 * Drawings of the kinds of receivers: strokes on a grid of 16 by 16, as the icons are. They picture what a receiver does, and are
 * nobody's trademark.
 */
export const typeGlyphs: Readonly<Record<WebhookTypeId, string>> = {
  webhook:
    'M6 6.2a2.4 2.4 0 1 1 3.2 2.2l1.9 3.2M9.4 11.8h2a1.9 1.9 0 1 1-1.7 2.4M6.6 8.2l-1.9 3.4M8.2 12.6H6.6a2.4 2.4 0 1 1-2.5-3.2',
  email: 'M2.4 4h11.2v8.4H2.4zM2.6 4.4 8 8.8l5.4-4.4',
  email_text: 'M2.4 3.5h11.2v9H2.4zM4.8 6.2h6.4M4.8 8.2h6.4M4.8 10.2h3.8',
  email_template: 'M2.4 3.5h11.2v9H2.4zM6.2 5.8 4.4 8l1.8 2.2M9.8 5.8 11.6 8l-1.8 2.2',
  slack: 'M6.2 2.6 5 13.4M11 2.6 9.8 13.4M3 6h10.4M2.6 10H13',
  msteams:
    'M5.8 3.2a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8M2.4 12.8c.2-2.5 1.5-3.8 3.4-3.8s3.2 1.3 3.4 3.8M11 4.6a1.5 1.5 0 1 0 0 3M11.2 9.2c1.4.2 2.3 1.3 2.4 3.2',
  discord: 'M2.6 3.4h10.8v7.2H8l-3 2.8v-2.8H2.6zM5.8 7h0M8 7h0M10.2 7h0',
  pager_duty_v2: 'M2.6 5h10.8v6.6H2.6zM4.6 7h4.2M4.6 9h2.6M11.2 7.2v2.2M8 2.6v2.4',
  victorops: 'M8 2.4a5.6 5.6 0 1 0 5.6 5.6M8 5a3 3 0 1 0 3 3M8 8l5-5M10.6 2.6v2.8h2.8',
  opsgenie: 'M8 2.6a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2M2.8 9.2c1 2.2 2.7 3.6 5.2 4.4 2.5-.8 4.2-2.2 5.2-4.4',
  opsgenieeu: 'M8 2.6a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2M2.8 9.2c1 2.2 2.7 3.6 5.2 4.4 2.5-.8 4.2-2.2 5.2-4.4',
  big_panda: 'M2.6 4.5h5M2.6 8h3.5M2.6 11.5h5M7.6 4.5 10.6 8M6.1 8h4.5M7.6 11.5 10.6 8M10.6 8h2.8',
  statuspage: 'M2.6 11.8V9.4M5.3 11.8V6.6M8 11.8V8.4M10.7 11.8V4.2M13.4 11.8V7',
  datadogevent: 'M3 3.6h10v9.6H3zM3 6.4h10M5.6 2.4v2.2M10.4 2.4v2.2M8 8.2v2.4M8 11.8h0',
  run_call: 'M1.5 8.5h2.5L6 5l2 6.5 1.4-3H11M11.5 6l3 2.5-3 2.5',
  run_workflow: 'M2 3h4v3H2zM10 3h4v3h-4zM2 10h4v3H2zM10 10l4 2-4 2zM6 4.5h4M12 6v1.8H4V10',
  refresh_token: 'M13 8a5 5 0 1 1-1.5-3.6L13 5.8M13 2.8v3h-3M8 6.2a1.3 1.3 0 1 0 0 2.6M8 8.8v2',
  otel: 'M2.8 9.6 10 5.4l1.6 2.8-7.2 4.2zM10 5.4l2.4-1.4 1.6 2.8-2.4 1.4M6.8 11.2 5.4 14M7.6 10.8 9.6 14',
}
