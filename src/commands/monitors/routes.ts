import { route } from '../core/route.ts'

/** Monitors. Every screen of one monitor is a tab of it. */
export const monitorRoutes = {
  monitors: route({ path: '/tests/', title: 'Monitors', keys: 'g m' }),
  'new-monitor': route({ path: '/calls/edit/{callId}', title: 'Edit monitor', words: 'monitor-editor' }),
  monitor: route({ path: '/tests/test/{callId}/', title: 'Monitor' }),
  'monitor-run': route({ path: '/tests/test/{callId}/run/{locationId}', title: 'Run', icon: 'play' }),
  'monitor-edit': route({ path: '/tests/test/{callId}/edit', title: 'Edit' }),
  'monitor-advanced': route({ path: '/tests/test/{callId}/advanced', title: 'Advanced' }),
  'monitor-assertions': route({
    path: '/tests/test/{callId}/assertions',
    title: 'Conditions',
    words: 'monitor-conditions',
    icon: 'assertions',
  }),
  'monitor-results': route({ path: '/tests/test/{callId}/results', title: 'Results', icon: 'results' }),
  'monitor-statistics': route({ path: '/tests/test/{callId}/stats/', title: 'Statistics', icon: 'performance' }),
  'monitor-latency': route({ path: '/tests/test/{callId}/stats/latency', title: 'Latency', icon: 'performance' }),
  'monitor-histogram': route({ path: '/tests/test/{callId}/stats/histogram', title: 'Histogram', icon: 'chart' }),
  'monitor-response': route({ path: '/tests/test/{callId}/stats/response', title: 'Response size', icon: 'chart' }),
  'monitor-heatmap': route({ path: '/tests/test/{callId}/stats/heatmap', title: 'Heatmap', icon: 'chart' }),
  'monitor-passfail': route({ path: '/tests/test/{callId}/stats/passfail', title: 'Pass and fail', icon: 'chart' }),
  'monitor-map': route({ path: '/tests/test/{callId}/stats/map', title: 'Map', icon: 'globe' }),
  'monitor-insights': route({ path: '/tests/test/{callId}/insights', title: 'Insights', icon: 'insights' }),
  'monitor-insights-period': route({
    path: '/tests/test/{callId}/insights/{start}/{end}/',
    title: 'Insights',
    words: null,
    icon: 'insights',
  }),
  'monitor-webhooks': route({
    path: '/tests/test/{callId}/webhooks',
    title: 'Alerts & Webhooks',
    words: 'monitor-alerts',
    aliases: ['monitor-webhooks'],
    icon: 'bell',
  }),
  'monitor-schedules': route({ path: '/tests/test/{callId}/schedules', title: 'Monitoring', icon: 'schedule' }),
  'monitor-audit': route({ path: '/tests/test/{callId}/audit', title: 'Audit', icon: 'audit' }),
}
