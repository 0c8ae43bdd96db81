import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { browserTests as endpoints } from '../../../contract/monitors/browser-tests.ts'
import { OLDER_RULES } from '../../../contract/monitors/call-rules.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { browserTestProblems } from '../../../domain/monitors/browser-test-rules.ts'
import { withdrawJobs } from '../../dispatch/on-demand.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { crud } from '../../http/crud.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { Stored } from '../../store/core/objects.ts'
import { changeBrowserTest, newBrowserTest, newSettings } from '../../store/monitors/browser-tests.ts'
import { archiveMonitor } from '../../store/monitors/deleted-monitors.ts'
import { type MonitorFigures, monitorFigures } from '../../store/monitors/monitor-figures.ts'
import { type MonitorDoc, monitors } from '../../store/monitors/monitors.ts'
import { maskPairs } from '../../store/secrets/secret-pairs.ts'
import { refuseMonitors } from './monitor-quota.ts'

type BrowserTestRow = AnswerOf<ProductContract['browser-test.read']>

/** The endpoints by the verbs of the kind that a browser test is: its audit entries and live events are those of a monitor. */
const asMonitors = {
  name: 'monitor',
  endpoints: {
    'monitor.read': endpoints['browser-test.read'],
    'monitor.create': endpoints['browser-test.create'],
    'monitor.update': endpoints['browser-test.update'],
    'monitor.remove': endpoints['browser-test.remove'],
  },
} as const

const kitOf = ({ sealing, configuration }: Services) =>
  crud(asMonitors, monitors, {
    blank: () => newBrowserTest,
    name: ({ name }, before) => name?.trim() ?? before ?? '',
    rules: (draft) => browserTestProblems(draft),
    resolve: ({ name: _, ...draft }, base) => {
      const { doc: found, problems } = changeBrowserTest(base, draft, sealing)
      return { found, problems }
    },
    refuseNew: ({ db, project }) => refuseMonitors({ configuration }, db, project.key),
    toDoc: (_, __, changed) => changed,
    toRows: async (stored, { db, now }) => {
      const figures = await monitorFigures(db, stored, now)
      return stored.map((one) => rowOf(one, figures.get(one.key)))
    },
    beforeRemove: async (stored, { db, now }) => {
      await withdrawJobs(db, stored.key)
      await archiveMonitor(db, stored, now)
    },
  })

/** Browser tests in their flat form. */
export const browserTestHandlers = (services: Services): HandlersOf<typeof endpoints> => {
  const { handlers } = kitOf(services)
  return {
    'browser-test.create': handlers['monitor.create'],
    'browser-test.read': async (input, context) =>
      (await refusalOf(input.params.id, context)) ?? handlers['monitor.read'](input, context),
    'browser-test.update': async (input, context) =>
      (await refusalOf(input.params.id, context)) ?? handlers['monitor.update'](input, context),
    'browser-test.remove': async (input, context) =>
      (await refusalOf(input.params.id, context)) ?? handlers['monitor.remove'](input, context),
  }
}

/** Refuses the id of a call. */
const refusalOf = async (id: string, { db, project }: ProjectContext): Promise<Refusal | null> => {
  const stored = await monitors.read(db, project.key, id)
  if (!stored || stored.doc.setup) return null
  return new Refusal(404, 'not_found', 'This monitor is a call, not a browser test: use /api/3/monitors/{id}.')
}

const rowOf = (stored: Stored<MonitorDoc>, figures: MonitorFigures | undefined): BrowserTestRow => {
  const { id, name, owner, doc } = stored
  return {
    id,
    name,
    description: doc.meta.description,
    tags: doc.meta.tags,
    workspace: doc.meta.workspace,
    ...(doc.setup ?? newSettings),
    ...addressOf(doc),
    schedule_ids: figures?.scheduleIds ?? [],
    owner,
    created: formatTime(stored.created),
    last_update: formatTime(stored.last_update),
  }
}

/** Address and variables of a browser test, masked, with the rule for those without a value. */
export const addressOf = ({ request }: MonitorDoc) => ({
  url: request.url,
  variables: maskPairs(request.variables ?? []),
  unset_variables: request.unset_variables ?? OLDER_RULES.unset_variables,
  allowed_origins: request.allowed_origins ?? [],
})
