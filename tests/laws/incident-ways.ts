import type { Api } from '../support/api.ts'

type Way = () => Promise<{ by: Api; params: { id: string }; body?: object }>

/** Ways to change incidents, each with an incident of its own. */
export const incidentWays = (apiOf: () => Api): Readonly<Record<string, Way>> => {
  const made = async (title = 'Down'): Promise<string> =>
    (await apiOf().post<{ id: string }>('/api/3/incidents/', { title })).id
  const one: Way = async () => ({ by: apiOf(), params: { id: await made() } })
  const after =
    (verb: string): Way =>
    async () => {
      const id = await made()
      await apiOf().post(`/api/3/incidents/${id}/${verb}`, {})
      return { by: apiOf(), params: { id } }
    }
  return {
    'incident.update': one,
    'incident.remove': one,
    'incident.post': one,
    'incident.resolve': one,
    'incident.publish': one,
    'incident.reopen': after('resolve'),
    'incident.unpublish': after('publish'),
    'incident.merge': async () => ({
      by: apiOf(),
      params: { id: await made() },
      body: { into: await made('The other') },
    }),
  }
}
