import { idOfRun } from '../../../src/server/store/results/runs.ts'
import { evidence, type HandAgent, joinAgent, packed, type Report, reportOf } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import type { Installation } from '../../support/installation.ts'
import {
  addDowntime,
  addFile,
  addIncident,
  addReport,
  addToken,
  addVariables,
  addWorkflow,
  anyAgent,
  type Furnished,
} from './furnish.ts'
import { keepMail } from './kept-mail.ts'

/** A monitor as a shop might have it: how fast it usually is, and how it does (0 to 1 of its runs each). */
type Kind = {
  readonly name: string
  readonly url: string
  readonly tags: readonly string[]
  readonly method?: string
  readonly usualMs: number
  readonly slow?: number
  readonly warning?: number
  readonly fail?: number
  /** What its newest run came to, at the first place. */
  readonly newest?: keyof typeof OUTCOMES
}

const KINDS: readonly Kind[] = [
  {
    name: 'Checkout',
    method: 'POST',
    url: 'https://api.shop.example/v2/checkout',
    tags: ['checkout', 'critical'],
    usualMs: 240,
    slow: 0.04,
  },
  { name: 'Cart', url: 'https://api.shop.example/v2/cart/42', tags: ['checkout'], usualMs: 96 },
  {
    name: 'Payment intents',
    method: 'POST',
    url: 'https://payments.example/v1/intents',
    tags: ['payments', 'critical'],
    usualMs: 310,
    fail: 0.06,
  },
  { name: 'Refunds', url: 'https://payments.example/v1/refunds', tags: ['payments'], usualMs: 180 },
  {
    name: 'Tax lookup (SOAP)',
    method: 'POST',
    url: 'https://tax.example/soap',
    tags: ['payments', 'legacy'],
    usualMs: 820,
    slow: 0.3,
    fail: 0.12,
    newest: 'fail',
  },
  {
    name: 'Product search',
    url: 'https://search.shop.example/products?q=shoes',
    tags: ['catalog', 'search'],
    usualMs: 64,
  },
  {
    name: 'Product images',
    method: 'HEAD',
    url: 'https://img.shop.example/p/1042.webp',
    tags: ['catalog'],
    usualMs: 28,
  },
  {
    name: 'Stock level',
    url: 'https://stock.example/levels/1042',
    tags: ['catalog', 'partners'],
    usualMs: 140,
    warning: 0.2,
    newest: 'warning',
  },
  {
    name: 'Parcel tracking',
    url: 'https://parcels.example/track/JD0142',
    tags: ['partners'],
    usualMs: 410,
    slow: 0.1,
    newest: 'slow',
  },
  {
    name: 'Sign-in',
    method: 'POST',
    url: 'https://login.shop.example/oauth/token',
    tags: ['critical', 'identity'],
    usualMs: 130,
  },
  { name: 'Newsletter', url: 'https://mail.example/lists/main', tags: ['marketing'], usualMs: 205 },
  { name: 'Status page', url: 'https://status.shop.example/api/summary', tags: ['marketing'], usualMs: 45 },
]
const PLACES = [
  { name: 'aws-euc1', agent: { name: 'Frankfurt', cloud: 'AWS', region: 'eu-central-1', country: 'DE' } },
  { name: 'aws-use1', agent: { name: 'Virginia', cloud: 'AWS', region: 'us-east-1', country: 'US' } },
]
const EVERY_MS = 10 * 60_000
const RUNS = 24 * 6
const OPTIMISTIC = 100

/** Chance that is the same each time, so that two pictures of one state are one picture. */
const chanceFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const OUTCOMES = {
  fail: { result_category: 'FAIL', result: 'HTTP_SERVER_ERROR', http_code: 503 },
  warning: { result_category: 'WARNING', result: 'CONTENT_WARNING' },
  slow: { result_category: 'SLOW', result: 'COMPLETE' },
} as const satisfies Record<string, Partial<Report>>

const outcomeOf = (kind: Kind, chance: () => number): Partial<Report> => {
  const roll = chance()
  const { fail = 0, warning = 0, slow = 0 } = kind
  if (roll < fail) return OUTCOMES.fail
  if (roll < fail + warning) return OUTCOMES.warning
  return roll < fail + warning + slow ? OUTCOMES.slow : {}
}

/** The phases of a call that took about so long, with now and then a longer one. */
const timingOf = (usualMs: number, chance: () => number): Report['timing'] => {
  const total = usualMs * (0.8 + 0.4 * chance() + (chance() < 0.04 ? 1.5 : 0))
  const part = (share: number) => Math.round(total * share * 10) / 10
  const phases = {
    dns: part(0.05),
    tcp: part(0.12),
    handshake: part(0.2),
    upload: part(0.02),
    processing: part(0.5),
    download: part(0.11),
    redirect: 0,
  }
  return { ...phases, total: Object.values(phases).reduce((sum, ms) => sum + ms, 0) }
}

/** Furnishes the first project as that of a shop, with a day of results from two places, by the protocol that agents speak. */
export const furnishShop = async (installation: Installation): Promise<Furnished> => {
  const { api, joinToken, query } = installation
  const agents: HandAgent[] = []
  for (const { name, agent } of PLACES) agents.push(await joinAgent(api, joinToken, name, agent))
  const ids: string[] = []
  for (const { name, url, tags, method = 'GET' } of KINDS)
    ids.push((await api.post<{ id: string }>('/api/2/calls/', { meta: { name, tags }, request: { method, url } })).id)
  await addVariables(api)
  const schedule = await api.post<{ id: string }>('/api/3/schedules/', {
    name: 'Every 10 minutes',
    frequency: 600,
    regions: [],
    locations: PLACES.map(({ name }) => name),
    targets: ids,
  })
  const targets = await query<{ id: string; key: number }>("select id, key from object where kind = 'monitor'")
  const locations = await query<{ id: string; key: number }>('select id, key from location')
  const now = Date.now()
  const results: string[] = []
  for (const [at, agent] of agents.entries()) {
    const locationKey = locations.find(({ id }) => id === PLACES[at]?.name)?.key ?? 0
    const reports = KINDS.flatMap((kind, index) => {
      const chance = chanceFrom(index * 97 + at)
      const target = targets.find(({ id }) => id === ids[index])?.key ?? 0
      return Array.from({ length: RUNS }, (_, run): Report => {
        const due = now - (RUNS - run) * EVERY_MS - index * 7_000 - at * 3_000
        const id = idOfRun({ target_key: target, location_key: locationKey, source: 1, attempt: 0, due })
        if (index === 0) results.push(id)
        const detail = packed(
          evidence({
            url: kind.url,
            request: {
              method: kind.method ?? 'GET',
              url: kind.url,
              headers: [{ key: 'accept', value: 'application/json' }],
              body: null,
            },
          }),
        )
        return reportOf(
          { id, due: new Date(due).toISOString() },
          {
            timing: timingOf(kind.usualMs * (1 + at), chance),
            response_size: 1200,
            detail,
            ...outcomeOf(kind, chance),
            ...(kind.newest && run === RUNS - 1 && OUTCOMES[kind.newest]),
          },
        )
      })
    })
    for (let from = 0; from < reports.length; from += OPTIMISTIC) {
      const { refused } = await agent.report(...reports.slice(from, from + OPTIMISTIC))
      if (refused.length > 0) throw new Error(`Refused: ${JSON.stringify(refused[0])}`)
    }
  }
  await eventually(
    async () =>
      (await api.get<{ data: { pass_rate_24h: number | null }[] }>('/api/3/monitors/')).data.every(
        (row) => row.pass_rate_24h !== null,
      ),
    { what: 'figures of every monitor' },
  )
  const { meta, organizations } = await api.get<{
    meta: { account_id: string; current_project_id: string }
    organizations: { id: string }[]
  }>('/api/2/account/projects')
  const webhook = await api.post<{ id: string }>('/api/3/webhooks/', {
    name: 'Ops mail',
    web_hook_type: 'email',
    parameters: { email_address: 'ops@example.com', fails_in_a_row: 2 },
  })
  return {
    monitorId: ids[0] ?? '',
    resultId: results.at(-1) ?? '',
    scheduleId: schedule.id,
    downtimeId: await addDowntime(api, schedule.id),
    fileId: await addFile(api),
    webhookId: webhook.id,
    organizationId: organizations[0]?.id ?? '',
    accountId: meta.account_id,
    projectId: meta.current_project_id,
    agentId: await anyAgent(installation),
    mailId: await keepMail(installation),
    ...(await addToken(api)),
    ...(await addWorkflow(api, ids.slice(0, 4))),
    ...(await addReport(api, ids.slice(0, 4))),
    incidentId: await addIncident(api, ids[0] ?? ''),
  }
}
