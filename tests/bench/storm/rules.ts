import type { Api } from '../../support/api.ts'

/** An alert of the storm. `told`: whether a single failure sends a message. */
export type Rule = { readonly id: string; readonly path: string; readonly isTold: boolean }

/** How an alert differs from the plain one: where it sends, and when. */
type Kind = {
  readonly path?: 'slow' | 'refusing'
  readonly isTold?: boolean
  readonly parameters?: object
  readonly policy?: object
  readonly opens_incident?: boolean
}

/** The mix of twenty alerts; the rest of them are plain. One failure of each monitor does not fulfil the four that ask for more. */
const KINDS: readonly Kind[] = [
  { opens_incident: true },
  { path: 'slow' },
  { path: 'refusing' },
  { policy: { flapping_incidents: 3, flapping_minutes: 60 } },
  { policy: { failing_locations: 2, within_minutes: 5 }, isTold: false },
  { policy: { failing_minutes: 5 }, isTold: false },
  { parameters: { fails_in_a_row: 2 }, isTold: false },
  { parameters: { fails_in_a_row: 3 }, isTold: false },
]

/** Creates alerts for all monitors, each of which sends to a path of its own; `kinds`: how those differ that are not plain. */
const makeRules = async (api: Api, url: string, count: number, kinds: readonly Kind[]): Promise<Rule[]> => {
  const rules: Rule[] = []
  for (let number = 0; number < count; number++) {
    const { path: receiver = 'fast', isTold = true, parameters, ...rest } = kinds[number] ?? {}
    const path = `/${receiver}/${number}`
    const { id } = await api.post<{ id: string }>('/api/3/webhooks/', {
      name: `Rule ${number}`,
      alerts: ['FAIL'],
      ...rest,
      parameters: { url: `${url}${path}`, repeat: false, ...parameters },
    })
    rules.push({ id, path, isTold })
  }
  return rules
}

/** The mix of a storm: plain alerts, and one of each kind. */
export const stormRules = (api: Api, url: string, count: number): Promise<Rule[]> => makeRules(api, url, count, KINDS)

/** Plain alerts alone; `withSlow`: and one whose receiver takes 10 s to answer. */
export const plainRules = (api: Api, url: string, count: number, withSlow: boolean): Promise<Rule[]> =>
  makeRules(api, url, count + (withSlow ? 1 : 0), withSlow ? [{ path: 'slow' }] : [])

export const isFast = (path: string): boolean => path.startsWith('/fast/')
