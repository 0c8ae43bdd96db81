import { route } from '../core/route.ts'

/** Conditions for all monitors of the project. */
export const conditionRoutes = {
  'assertions-latency': route({
    path: '/assertions/latency',
    title: 'Conditions',
    words: 'conditions',
    aliases: ['latency-conditions'],
    icon: 'assertions',
    keys: 'g i',
  }),
  'assertions-http': route({
    path: '/assertions/http',
    title: 'Status code conditions',
    words: 'status-conditions',
    icon: 'assertions',
    parent: 'assertions-latency',
    crumb: 'Status codes',
  }),
  'assertions-headers': route({
    path: '/assertions/headers',
    title: 'Header conditions',
    words: 'header-conditions',
    icon: 'assertions',
    parent: 'assertions-latency',
    crumb: 'Headers',
  }),
  'assertions-body': route({
    path: '/assertions/body',
    title: 'Size and body conditions',
    words: 'body-conditions',
    icon: 'assertions',
    parent: 'assertions-latency',
    crumb: 'Size and body',
  }),
}
