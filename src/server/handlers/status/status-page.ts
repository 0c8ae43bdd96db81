import type { BodyOf } from '../../../contract/core/endpoint.ts'
import type { statusPage } from '../../../contract/status/status-page.ts'
import { holds } from '../../../domain/core/access.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { shownName } from '../../../domain/core/shown-name.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { maskedAddress } from '../../../domain/status/masked-address.ts'
import { slugOf } from '../../../domain/status/slug.ts'
import { statusPageProblems } from '../../../domain/status/status-page-rules.ts'
import type { HandlersOf } from '../../http/context.ts'
import { refuseStale } from '../../http/if-unchanged.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { publicIncidents } from '../../status/public-incidents.ts'
import { putTogether } from '../../status/put-together.ts'
import { pageAddress, statusJson } from '../../status/status-json.ts'
import type { Db } from '../../store/core/database.ts'
import { unknownMonitors } from '../../store/status/component-monitors.ts'
import {
  isSlugTaken,
  lockStatusPage,
  nameOfProject,
  readStatusPage,
  removeStatusPage,
  type StatusDoc,
  type StatusPage,
  storeStatusPage,
} from '../../store/status/status-pages.ts'
import {
  confirmedSubscribers,
  listSubscribers,
  readSubscriber,
  removeSubscriber,
} from '../../store/status/subscribers.ts'

type Settings = BodyOf<(typeof statusPage)['status-page.preview']>

const NAME = 'Status page'
const TAKEN = problem('slug', 'duplicate', 'must differ from the slugs of other status pages of this installation.')

/** Handlers of the settings of public status pages, and of their subscribers. */
export const statusPageHandlers = ({ url, statusPages }: Services): HandlersOf<typeof statusPage> => {
  const answerOf = async (db: Db, projectKey: number, stored: StatusPage | null) => {
    const { slug, doc, published, subscribing } = stored ?? (await suggestion(db, projectKey))
    // Monitors that were deleted meanwhile are left out, so that what is read can be saved.
    const gone = await unknownMonitors(
      db,
      projectKey,
      doc.components.flatMap(({ monitors }) => monitors),
    )
    return {
      published,
      slug,
      ...doc,
      show_maintenance: doc.show_maintenance ?? false,
      components: doc.components.map((one) => ({
        ...one,
        monitors: one.monitors.filter((id) => !gone.has(id)),
        tags: [...one.tags],
      })),
      subscribing,
      url: pageAddress(url, slug),
      subscribers: stored ? await confirmedSubscribers(db, projectKey) : 0,
      last_update: stored ? formatTime(stored.last_update) : null,
    }
  }

  return {
    'status-page.read': async (_, { db, project }) => answerOf(db, project.key, await readStatusPage(db, project.key)),

    'status-page.replace': async ({ body }, context) => {
      const { db, project, now } = context
      const before = await lockStatusPage(db, project.key)
      const problems = await problemsOf(db, project.key, body)
      if (problems.length > 0) return invalid(problems)
      const refused = staleOf(body.if_last_update, before)
      if (refused) return refused
      if (await isSlugTaken(db, body.slug, project.key)) return invalid([TAKEN])
      const { slug, published, subscribing = true } = body
      const page = { projectKey: project.key, slug, published, subscribing, doc: docOf(body) }
      // Versions are milliseconds, so two saves never share one.
      const after = await storeStatusPage(db, page, Math.max(now, (before?.last_update ?? 0) + 1))
      if (!after) return invalid([TAKEN])
      context.record({
        resource: { type: 'project', id: project.id, name: NAME },
        ...(before && { before: recordOf(before) }),
        after: recordOf(after),
      })
      context.afterCommit(() => statusPages.invalidate(project.key))
      return answerOf(db, project.key, after)
    },

    'status-page.remove': async (_, context) => {
      const { db, project } = context
      const before = await lockStatusPage(db, project.key)
      if (!before) return notFound('status page')
      await removeStatusPage(db, project.key)
      context.record({ resource: { type: 'project', id: project.id, name: NAME }, before: recordOf(before) })
      context.afterCommit(() => statusPages.invalidate(project.key))
      return null
    },

    'status-page.preview': async ({ body }, { db, project, now }) => {
      const problems = await problemsOf(db, project.key, body)
      if (problems.length > 0) return invalid(problems)
      const { slug, subscribing = true } = body
      const page = { projectKey: project.key, slug, subscribing, doc: docOf(body) }
      const incidents = await publicIncidents(db, project.key, now)
      const { status } = await putTogether(db, page, { incidents, kept: null, now })
      return statusJson(status, url)
    },

    'status-page.subscribers': async ({ query }, { db, project, level }) => {
      const { subscribers, nextCursor } = await listSubscribers(db, project.key, query)
      const isReadable = holds(level, 'own')
      return {
        meta: {
          more: nextCursor !== null,
          next_cursor: nextCursor,
          confirmed: await confirmedSubscribers(db, project.key),
        },
        data: subscribers.map(({ id, address, created, confirmed }) => ({
          id,
          address: isReadable ? address : maskedAddress(address),
          subscribed: formatTime(created),
          confirmed: confirmed === null ? null : formatTime(confirmed),
        })),
      }
    },

    'status-page.remove-subscriber': async ({ params: { subscriberId } }, context) => {
      const { db, project } = context
      const subscriber = await readSubscriber(db, subscriberId)
      if (subscriber?.projectKey !== project.key) return notFound('subscriber')
      await removeSubscriber(db, subscriberId)
      // The audit log stays when an address must be forgotten, so it holds none.
      const name = maskedAddress(subscriber.address)
      context.record({ resource: { type: 'status-subscriber', id: subscriberId, name }, before: { address: name } })
      return null
    },
  }
}

const suggestion = async (db: Db, projectKey: number): Promise<Omit<StatusPage, 'last_update'>> => {
  const title = await nameOfProject(db, projectKey)
  const doc: StatusDoc = {
    title,
    description: '',
    home_url: null,
    show_days: true,
    show_maintenance: false,
    components: [],
  }
  return { projectKey, slug: slugOf(title), published: false, subscribing: true, doc }
}

const docOf = (body: Settings): StatusDoc => ({
  title: shownName(body.title),
  description: body.description?.trim() ?? '',
  home_url: body.home_url?.trim() || null,
  show_days: body.show_days ?? true,
  show_maintenance: body.show_maintenance ?? false,
  components: body.components.map(({ group = '', name, description = '', monitors = [], tags = [] }) => ({
    group: group.trim(),
    name: shownName(name),
    description: description.trim(),
    monitors: [...new Set(monitors)],
    tags,
  })),
})

const recordOf = ({ slug, published, subscribing, doc }: StatusPage) => ({ slug, published, subscribing, ...doc })

const problemsOf = async (db: Db, projectKey: number, body: Settings): Promise<Problem[]> => {
  const problems = statusPageProblems(body)
  const unknown = await unknownMonitors(
    db,
    projectKey,
    body.components.flatMap(({ monitors = [] }) => monitors),
  )
  for (const [index, { monitors = [] }] of body.components.entries())
    for (const [place, id] of monitors.entries())
      if (unknown.has(id))
        problems.push(
          problem(`components[${index}].monitors[${place}]`, 'unknown', 'must be the id of a monitor of this project.'),
        )
  return problems
}

const CHANGED = 'This status page was changed after you opened it.'

/** Refuses a save over another version than the stored one; null names that there was none. */
const staleOf = (asked: string | null | undefined, stored: StatusPage | null): Refusal | null => {
  if (asked === undefined) return null
  if (asked === null || !stored) return asked === null && !stored ? null : new Refusal(409, 'conflict', CHANGED)
  return refuseStale('status page', asked, stored)
}
