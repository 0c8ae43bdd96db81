import { type ConditionSet, type MonitorDoc, newMonitor } from '../store/monitors/monitors.ts'
import { randomOf } from './random.ts'

type Service = {
  readonly name: string
  readonly host: string
  readonly tags: readonly string[]
  /** Processing time of a request, in ms. */
  readonly workMs: number
  readonly calls: readonly (readonly [method: string, path: string, title: string])[]
}

/** Services of the demo's company. */
const SERVICES: readonly Service[] = [
  {
    name: 'Checkout',
    host: 'checkout',
    tags: ['checkout', 'critical'],
    workMs: 120,
    calls: [
      ['POST', '/v2/orders', 'create order'],
      ['POST', '/v2/orders/8841/payment', 'capture payment'],
      ['GET', '/v2/orders/8841', 'read order'],
      ['DELETE', '/v2/baskets/77', 'empty basket'],
      ['PUT', '/v2/baskets/77/items', 'change basket'],
    ],
  },
  {
    name: 'Catalogue',
    host: 'catalogue',
    tags: ['storefront'],
    workMs: 60,
    calls: [
      ['GET', '/products?limit=50', 'list products'],
      ['GET', '/products/9921', 'read product'],
      ['GET', '/categories', 'categories'],
      ['GET', '/prices?currency=EUR', 'prices'],
    ],
  },
  {
    name: 'Search',
    host: 'search',
    tags: ['storefront'],
    workMs: 180,
    calls: [
      ['GET', '/query?q=lamp', 'one word'],
      ['GET', '/query?q=green+garden+chair', 'several words'],
      ['GET', '/suggest?q=la', 'suggestions'],
      ['POST', '/facets', 'facets'],
    ],
  },
  {
    name: 'Identity',
    host: 'id',
    tags: ['auth', 'critical'],
    workMs: 45,
    calls: [
      ['POST', '/oauth/token', 'exchange token'],
      ['GET', '/userinfo', 'user info'],
      ['GET', '/.well-known/jwks.json', 'keys'],
    ],
  },
  {
    name: 'Customers',
    host: 'customers',
    tags: ['account'],
    workMs: 85,
    calls: [
      ['GET', '/me', 'own profile'],
      ['PATCH', '/me/addresses/1', 'change address'],
      ['GET', '/me/orders?page=1', 'order history'],
    ],
  },
  {
    name: 'Shipping',
    host: 'shipping',
    tags: ['partner'],
    workMs: 260,
    calls: [
      ['POST', '/quotes', 'quote'],
      ['GET', '/shipments/5512/track', 'track'],
      ['GET', '/depots?near=52.5,13.4', 'depots near'],
    ],
  },
  {
    name: 'Billing',
    host: 'billing',
    tags: ['billing'],
    workMs: 210,
    calls: [
      ['GET', '/invoices/2026-11/pdf', 'render invoice'],
      ['POST', '/refunds', 'refund'],
      ['GET', '/ledger?day=today', 'ledger'],
    ],
  },
  {
    name: 'Tax',
    host: 'tax',
    tags: ['legacy', 'partner'],
    workMs: 340,
    calls: [
      ['POST', '/soap/lookup', 'lookup (SOAP)'],
      ['GET', '/rates?country=DE', 'rates'],
    ],
  },
  {
    name: 'Messages',
    host: 'messages',
    tags: ['internal'],
    workMs: 70,
    calls: [
      ['POST', '/send', 'send'],
      ['GET', '/templates', 'templates'],
      ['GET', '/health', 'health'],
    ],
  },
  {
    name: 'Stock',
    host: 'stock',
    tags: ['internal'],
    workMs: 55,
    calls: [
      ['GET', '/levels?sku=9921', 'levels'],
      ['POST', '/reservations', 'reserve'],
      ['GET', '/health', 'health'],
    ],
  },
]
const STAGES = ['', 'eu', 'us', 'ap', 'staging', 'canary', 'b2b', 'mobile'] as const

/** A demo monitor and the parameters of its history. */
export type DemoMonitor = {
  readonly name: string
  readonly service: string
  readonly doc: MonitorDoc
  readonly workMs: number
  /** Threshold of a slow run, in ms. */
  readonly slowMs: number
  readonly responseBytes: number
  readonly requestBytes: number
}

const conditionsOf = (slowMs: number): ConditionSet['conditions'] => [
  {
    id: 'slow',
    name: 'answers in time',
    source: 'latency',
    property: 'total',
    condition: 'gt',
    val: String(slowMs),
    on_true: { outcome: 'slow' },
  },
]

/** Distributes monitors over the services: first each call once, then the same calls for further stages. */
export const demoMonitors = (count: number, seed: number): DemoMonitor[] => {
  const calls = SERVICES.flatMap((service) => service.calls.map((call) => ({ service, call })))
  return Array.from({ length: count }, (_, index) => {
    const { service, call } = calls[index % calls.length] as (typeof calls)[number]
    const round = Math.floor(index / calls.length)
    const stage = STAGES[round % STAGES.length] ?? ''
    const number = round < STAGES.length ? '' : ` ${Math.floor(round / STAGES.length) + 1}`
    const [method, path, title] = call
    const chance = randomOf(seed, 'monitor', index)
    const workMs = service.workMs * (0.6 + 0.9 * chance.next())
    const slowMs = Math.ceil((workMs * 2.6 + 900) / 50) * 50
    const host = `${service.host}${stage === '' ? '' : `.${stage}`}.example.com`
    return {
      name: `${service.name} · ${title}${stage === '' ? '' : ` (${stage}${number})`}`,
      service: `${service.name}/${stage}`,
      workMs,
      slowMs,
      responseBytes: chance.between(180, 24_000),
      requestBytes: method === 'GET' ? 0 : chance.between(60, 1_900),
      doc: {
        ...newMonitor,
        meta: { ...newMonitor.meta, tags: [...service.tags, ...(stage === '' ? [] : [stage]), 'demo'] },
        request: { ...newMonitor.request, method, url: `https://${host}${path}` },
        conditions: { meta: { break_on_fail: false, numeric_texts: 'text' }, conditions: conditionsOf(slowMs) },
      },
    }
  })
}
