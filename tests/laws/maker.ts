import type { ManagedKind } from '../../src/contract/resources.ts'
import { recipientToken } from '../../src/server/mail/recipients.ts'
import { unsubscribeToken } from '../../src/server/mail/unsubscribe.ts'
import { acknowledgeTokenOf } from '../support/acknowledging.ts'
import { boundAgentIds, type HandAgent, reportOf } from '../support/agent.ts'
import type { Api } from '../support/api.ts'
import { browserIds } from '../support/browser-ids.ts'
import { eventually } from '../support/eventually.ts'
import { connectionOf, identityProviderOf, linkedIdentityOf } from '../support/identity-rows.ts'
import { inviteOf } from '../support/invites.ts'
import { makeManaged, managedKinds } from '../support/managed-kinds.ts'
import {
  certificateOf,
  integrationOf,
  organizationDowntimeOf,
  organizationOf,
  roleOf,
  serviceAccountOf,
} from '../support/organizations.ts'
import { openBrowser, openSignIn, type SignedIn } from '../support/person.ts'
import type { TestServer } from '../support/server.ts'
import { addSubscriber } from '../support/subscribers.ts'
import { workflowIds } from '../support/workflow-ids.ts'
import { factorMakers } from './factor-makers.ts'
import type { Ids, Kind } from './ids.ts'
import { samples } from './samples.ts'

/** Makes a thing when it is first asked for, and gives the same one from then on. */
const once = <Thing>(work: () => Promise<Thing>): (() => Promise<Thing>) => {
  let made: Promise<Thing> | undefined
  return () => {
    made ??= work()
    return made
  }
}

/** Makes one thing of each kind. */
export type Maker = {
  /** Makes things of these kinds, with what they need. */
  some(kinds: readonly Kind[]): Promise<Partial<Ids>>
  all(): Promise<Ids>
}

/** The server, and the agent that reports its runs. */
export type Making = { readonly running: TestServer; readonly agent: HandAgent }

/** Returns the maker of a project: that of `api`, whose owner is given. Nothing is made before it is asked for, since most laws need little. */
export const makerOf = ({ running, agent }: Making, api: Api, owner: SignedIn): Maker => {
  const { database, sealing } = running.server.services
  const { db } = database
  const make = async (path: string, body: object) => (await api.post<{ id: string }>(path, body)).id
  const recipient = 'ops@example.com'
  const monitor = once(() =>
    make('/api/2/calls/', { meta: { name: 'CANARY-NAME' }, request: { url: 'https://example.com/' } }),
  )
  const schedule = once(async () => make('/api/3/schedules/', { targets: [await monitor()], enabled: false }))
  const webhook = once(() =>
    make('/api/3/webhooks/', {
      web_hook_type: 'webhook',
      alerts: ['PASS'],
      parameters: { url: running.server.sampleUrl },
    }),
  )
  const result = once(async () => {
    // Before the run, which is delivered to it.
    await webhook()
    const { result_id: id } = await api.post<{ result_id: string }>(`/api/3/monitors/${await monitor()}/run`)
    const reported = async () => {
      const jobs = await agent.work(100, 0)
      return (await agent.report(...jobs.map((job) => reportOf(job)))).accepted.includes(id)
    }
    await eventually(reported, { what: 'the run’s result' })
    return id
  })
  const delivery = once(async () => {
    await result()
    const deliveries = `/api/3/webhooks/${await webhook()}/deliveries`
    const first = async () => (await api.get<{ data: { key: string }[] }>(deliveries)).data[0]?.key
    return eventually(first, { what: 'a delivery' })
  })
  const trial = once(() => make('/api/3/monitors/run-draft', samples['trial.start']?.body ?? {}))
  const account = once(async () => (await owner.api().get<{ id: string }>('/api/2/account/')).id)
  const project = once(async () => {
    const found = db.selectFrom('project').innerJoin('object', 'object.project_key', 'project.key')
    return (
      await found
        .select('project.id')
        .where('object.id', '=', await monitor())
        .executeTakeFirstOrThrow()
    ).id
  })
  const environment = once(async () => {
    await api.post('/api/2/environment/staging/HOST', { value: 'https://example.com' })
    return { environment: 'staging', variable: 'HOST' }
  })
  const pictures = once(async () => browserIds(api, db, await result(), await trial()))
  const agents = once(async () => boundAgentIds(api, await project()))
  const workflows = once(async () => workflowIds(api, { monitor: await monitor(), schedule: await schedule() }))
  const serviceAccount = once(async () => serviceAccountOf(running, await organizationOf(running, await account())))
  const invite = once(async () => {
    const id = await project()
    const { key } = await db.selectFrom('project').select('key').where('id', '=', id).executeTakeFirstOrThrow()
    return inviteOf(db, { projectKey: key }, { email: 'invited@example.com', by: await account() })
  })
  const managed = Object.fromEntries(
    managedKinds.map(({ name }) => [name, once(() => makeManaged(api, name))]),
    // The managed kinds have a row each.
  ) as Record<ManagedKind, () => Promise<string>>
  const makers: Readonly<Record<Kind, () => Promise<string>>> = {
    ...managed,
    account,
    agent: async () => (await agents()).agent,
    'agent-token': async () => (await agents())['agent-token'],
    'browser-test': async () => (await pictures())['browser-test'],
    access: once(async () => {
      const { results } = await api.get<{ results: { id: string }[] }>(`/api/2/projects/${await project()}/access`)
      return results[0]?.id ?? ''
    }),
    invite: async () => (await invite()).id,
    'invite-secret': async () => (await invite()).secret,
    role: once(async () => roleOf(running, await organizationOf(running, await account()))),
    'service-account': async () => (await serviceAccount()).id,
    'service-key': async () => (await serviceAccount()).keys[0]?.id ?? '',
    certificate: once(async () => certificateOf(running, await account())),
    delivery,
    downtime: once(async () => {
      // One for all schedules is of those that there are.
      await schedule()
      return makeManaged(api, 'downtime')
    }),
    digest: async () => 'alerts_digest',
    environment: async () => (await environment()).environment,
    ...factorMakers(running, account),
    'insights-report': async () => `${await monitor()}__2020-01-06__2020-01-13`,
    // Published, so that its public report is found, too.
    incident: once(async () => {
      const id = await make('/api/3/incidents/', { title: 'One more' })
      await api.post(`/api/3/incidents/${id}/publish`, {})
      return id
    }),
    integration: once(async () => integrationOf(running, await account())),
    'integration-provider': async () => 'datadog',
    interaction: once(async () => (await openSignIn(running.server.url, openBrowser())).page.split('/').at(-1) ?? ''),
    'identity-provider': once(() => identityProviderOf(db)),
    connection: once(async () => connectionOf(db, await account())),
    'linked-identity': once(async () => linkedIdentityOf(db, await account())),
    key: once(() => make('/api/2/api_keys/', { name: 'One more' })),
    location: async () => 'all',
    mail: once(async () => {
      const id = `mail-of-${await project()}`
      await db
        .insertInto('mail')
        .values({ id, kind: 'address-taken', recipient, created: Date.now(), state: 2 } as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return id
    }),
    mailing: once(() => make('/api/3/webhooks/', { web_hook_type: 'email', parameters: { email_address: recipient } })),
    monitor,
    organization: once(async () => organizationOf(running, await account())),
    'organization-downtime': once(async () => organizationDowntimeOf(running, await account())),
    day: async () => '2026-01-05',
    picture: async () => (await pictures()).picture,
    project,
    'public-report': once(async () => {
      const groups = [{ id: 'read', name: 'Read', rows: [{ call_id: await monitor() }] }]
      const { id } = await api.post<{ id: string }>('/api/2/reports/', { meta: { name: 'Open' }, report: { groups } })
      const { meta } = await api.post<{ meta: { public_token: string } }>(`/api/3/reports/${id}/link`, {})
      return meta.public_token
    }),
    acknowledgement: once(async () => acknowledgeTokenOf(db, sealing, await monitor())),
    recipient: once(async () => recipientToken(sealing, { projectId: await project(), address: recipient })),
    'report-group': async () => 'read',
    result,
    schedule,
    session: once(async () => {
      const { results } = await owner.api().get<{ results: { id: string }[] }>('/api/2/account/sessions/')
      return results[0]?.id ?? ''
    }),
    'status-subscriber': once(() => addSubscriber(db, api)),
    trial,
    unsubscription: once(async () =>
      unsubscribeToken(sealing, { ends: 'webhook', webhookId: await webhook(), address: recipient }),
    ),
    variable: async () => (await environment()).variable,
    webhook,
    workflow: async () => (await workflows()).workflow,
    'workflow-result': async () => (await workflows())['workflow-result'],
  }
  const some = async (kinds: readonly Kind[]): Promise<Partial<Ids>> => {
    const ids: Partial<Record<Kind, string>> = {}
    for (const kind of kinds) ids[kind] = await makers[kind]()
    return ids
  }
  return {
    some,
    // The keys of the table are all kinds.
    all: async () => (await some(Object.keys(makers) as Kind[])) as Ids,
  }
}
