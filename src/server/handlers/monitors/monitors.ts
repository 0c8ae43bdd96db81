import { sql } from 'kysely'
import type { Row } from '../../../contract/core/resource.ts'
import { NEW_RULES, OLDER_RULES } from '../../../contract/monitors/call-rules.ts'
import type { deletedMonitorList } from '../../../contract/monitors/deleted-monitors.ts'
import { monitors as monitorResource } from '../../../contract/monitors/monitors.ts'
import { missingAuth, missingAuthSentence } from '../../../domain/auth/missing-auth.ts'
import { numericTextsOf } from '../../../domain/conditions/comparison.ts'
import { withIds } from '../../../domain/conditions/condition-ids.ts'
import { conditionProblems } from '../../../domain/conditions/condition-rules.ts'
import { expressionEngines } from '../../../domain/conditions/expressions.ts'
import { vitalProblems } from '../../../domain/conditions/vital-conditions.ts'
import { cutText } from '../../../domain/core/cut-text.ts'
import { smallestOf } from '../../../domain/core/extremes.ts'
import { problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { nameOfRequest, requestOfCurl } from '../../../domain/monitors/curl.ts'
import { monitorProblems } from '../../../domain/monitors/monitor-rules.ts'
import { NOT_SHARED } from '../../../domain/monitors/sharing.ts'
import { requestRun, textsOf, withdrawJobs } from '../../dispatch/on-demand.ts'
import { misdirectionOfRun } from '../../dispatch/secret-aim.ts'
import type { HandlersOf } from '../../http/context.ts'
import { crud, resourceOf } from '../../http/crud.ts'
import { refuseStale } from '../../http/if-unchanged.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { type KnownAuth, knownAuth } from '../../store/auth/used-auth.ts'
import { schemaFileProblems } from '../../store/conditions/schema-files.ts'
import type { Stored } from '../../store/core/objects.ts'
import { fileProblems } from '../../store/files/files.ts'
import { maskParts } from '../../store/monitors/body-parts.ts'
import { archiveMonitor } from '../../store/monitors/deleted-monitors.ts'
import { type MonitorFigures, monitorFigures } from '../../store/monitors/monitor-figures.ts'
import { changeMonitor, domainOf, type MonitorDoc, monitors, newMonitor } from '../../store/monitors/monitors.ts'
import { maskPairs } from '../../store/secrets/secret-pairs.ts'
import type { SilenceOf } from '../../store/silence/silence.ts'
import { chosenAuthProblems } from '../auth/chosen-auth.ts'
import { addressOf } from './browser-tests.ts'
import { deletedMonitorHandlers } from './deleted-monitors.ts'
import { refuseMonitors } from './monitor-quota.ts'

type MonitorRow = Row<typeof monitorResource>

const NO_REQUEST = 'must be left out: this monitor is a browser test, which PUT /api/3/monitors/browser/{id} changes.'

const kitOf = ({ sealing, configuration }: Services) =>
  crud(monitorResource, monitors, {
    blank: () => newMonitor,
    name: ({ meta }, before) => meta?.name?.trim() ?? before ?? '',
    rules: (draft, before) => [
      ...monitorProblems(draft),
      ...(before?.setup && draft.request ? [problem('request', 'forbidden', NO_REQUEST)] : []),
    ],
    resolve: async (draft, base, context) => {
      const { db, project } = context
      const { doc: found, problems } = changeMonitor(base, draft, sealing)
      const files = await fileProblems(db, project.key, draft.request ?? {})
      const auth = await chosenAuthProblems(found.request, base.request, context)
      return { found, problems: [...problems, ...files, ...auth] }
    },
    refuseNew: ({ db, project }) => refuseMonitors({ configuration }, db, project.key),
    toDoc: (_, __, changed) => changed,
    toRows: async (stored, { db, project, now }) => {
      const figures = await monitorFigures(db, stored, now)
      const requests = stored.map(({ doc }) => doc.request)
      const known = await knownAuth(db, project.key, requests)
      return stored.map((one) => rowOf(one, project.id, figures.get(one.key), known))
    },
    narrow: matching,
    beforeRemove: async (stored, { db, now }) => {
      await withdrawJobs(db, stored.key)
      await archiveMonitor(db, stored, now)
    },
  })

export const monitorHandlers = (
  services: Services,
): HandlersOf<(typeof monitorResource)['endpoints'] & typeof deletedMonitorList> => {
  const { sealing, dispatch } = services
  const kit = kitOf(services)
  return {
    ...kit.handlers,
    ...deletedMonitorHandlers(services, kit),

    'monitor.duplicate': async ({ params, body }, context) => {
      const { db, project, actor: owner, now } = context
      const stored = await monitors.read(db, project.key, params.id)
      if (!stored) return notFound('monitor')
      const name = body.name?.trim() ?? `${cutText(stored.name, 393)} (copy)`
      if (name === '') return invalid([problem('name', 'required', 'must not be empty.')])
      const full = await refuseMonitors(services, db, project.key)
      if (full) return full
      const { access: _, sample: __, ...doc } = stored.doc
      const copy = await monitors.create(db, { projectKey: project.key, name, doc, owner, now })
      context.record({ resource: resourceOf(monitorResource, copy), after: { name, ...doc, copy_of: stored.id } })
      return kit.row(copy, context)
    },

    'monitor.from-curl': async ({ body }) => {
      const reading = requestOfCurl(body.request)
      if ('problem' in reading)
        return invalid([{ field: 'request', code: 'invalid', message: `request cannot be read: ${reading.problem}` }])
      const { request, notes } = reading
      return { meta: { name: nameOfRequest(request) }, request: { ...request, ...NEW_RULES }, notes: [...notes] }
    },

    'monitor.run': async ({ params, body }, context) => {
      const stored = await monitors.read(context.db, context.project.key, params.id)
      if (!stored) return notFound('monitor')
      const given = textsOf(body.context ?? {})
      const elsewhere = Object.keys(given).length > 0 ? misdirectionOfRun(stored.doc, sealing, given) : null
      if (elsewhere) return invalid([{ field: 'context', code: 'forbidden', message: `context: ${elsewhere}.` }])
      const run = await requestRun(context.db, {
        target: stored,
        locationId: body.location_id ?? null,
        delayMs: (body.run_delay ?? 0) * 1000,
        variables: body.context ?? {},
        secretVariables: body.secret_variables ?? [],
        sealing,
        trigger: context.caller.kind === 'account' ? 'manual' : 'api',
        now: context.now,
      })
      if (run instanceof Refusal) return run
      context.record({
        resource: resourceOf(monitorResource, stored),
        after: { location_id: run.location_id, result_id: run.result_id },
      })
      context.afterCommit(() => dispatch.wake(run.location_key))
      const answer = { call_id: stored.id, location_id: run.location_id, result_id: run.result_id }
      context.tell({ type: 'run', ...answer })
      return answer
    },

    'monitor.conditions': async ({ params }, { db, project }) => {
      const stored = await monitors.read(db, project.key, params.id)
      return stored ? conditionsOf(stored) : notFound('monitor')
    },

    'monitor.judge': async ({ params, body }, context) => {
      const before = await kit.forChange(params.id, context)
      if (before instanceof Refusal) return before
      const stale = refuseStale('monitor', body.if_last_update, before)
      if (stale) return stale
      const problems = [
        ...conditionProblems(body, { engines: expressionEngines }),
        ...(before.doc.setup ? [] : vitalProblems(body.conditions)),
        ...(await schemaFileProblems(context.db, context.project.key, body.conditions)),
      ]
      if (problems.length > 0) return invalid(problems)
      const { conditions: stored } = before.doc
      const conditions = {
        meta: {
          break_on_fail: body.meta.break_on_fail ?? false,
          ...(body.meta.ignore_project_conditions && { ignore_project_conditions: true }),
          numeric_texts: body.meta.numeric_texts ?? numericTextsOf(stored.meta, stored.conditions),
        },
        conditions: withIds(body.conditions),
      }
      const doc = { ...before.doc, conditions }
      const after = await monitors.update(context.db, before, { name: before.name, doc, now: context.now })
      context.record({ resource: resourceOf(monitorResource, after), before: stored, after: conditions })
      return conditionsOf(after)
    },
  }
}

const conditionsOf = ({ id, doc: { conditions: set } }: Stored<MonitorDoc>) => ({
  ...set,
  meta: { ...set.meta, numeric_texts: numericTextsOf(set.meta, set.conditions), call_id: id },
})

/** Calls of the workspace `_meta` are the product's own and are never listed. */
const matching = ({ tag }: { tag?: string }) =>
  sql<boolean>`doc #>> '{meta,workspace}' <> '_meta'
    and (${tag ?? null}::text is null or doc #> '{meta,tags}' ? ${tag ?? null})`

const noDataOf = ({ everywhere, locations }: SilenceOf): MonitorRow['no_data'] => ({
  since: formatTime(smallestOf(locations.map(({ since }) => since))),
  everywhere,
  locations: locations.map(({ id, since, awaySince }) => ({
    location_id: id,
    since: formatTime(since),
    away_since: awaySince === null ? null : formatTime(awaySince),
  })),
})

/** Value of a header; null if it is absent or secret. */
const headerOf = ({ headers }: MonitorDoc['request'], name: string): string | null => {
  const value = headers.find(({ key }) => key.toLowerCase() === name)?.value
  return typeof value === 'string' ? value : null
}

const authProblemOf = (request: MonitorDoc['request'], { settings, tokens }: KnownAuth): string | null => {
  const { auth_id: authId, token_id: tokenId } = request
  const missing = missingAuth(request, {
    setting: authId != null && settings.has(authId),
    token: tokenId != null && tokens.get(tokenId) === authId,
  })
  return missing && missingAuthSentence(missing)
}

const rowOf = (
  stored: Stored<MonitorDoc>,
  projectId: string,
  figures: MonitorFigures | undefined,
  auth: KnownAuth,
): MonitorRow => {
  const { meta, request, setup } = stored.doc
  const common = {
    id: stored.id,
    meta: {
      name: stored.name,
      description: meta.description,
      tags: meta.tags,
      workspace: meta.workspace,
      domain: domainOf(request.url),
      accept: headerOf(request, 'accept'),
      content_type: headerOf(request, 'content-type'),
      owner: stored.owner,
      project_id: projectId,
      created: formatTime(stored.created),
      last_update: formatTime(stored.last_update),
    },
    access: stored.doc.access ?? NOT_SHARED,
    auth_problem: authProblemOf(request, auth),
    schedule_ids: figures?.scheduleIds ?? [],
    monitored: figures?.monitored ?? false,
    insightsScore_score: figures?.score?.score ?? null,
    insightsScore_missing: figures?.score?.missing ?? null,
    last_result: figures?.lastResult ?? null,
    locations: figures?.verdicts ?? null,
    no_data: figures?.silence ? noDataOf(figures.silence) : null,
    pass_rate_24h: figures?.passRate ?? null,
    median_24h: figures?.medianMs ?? null,
  }
  if (setup) return { ...common, type: 'browser', setup: { ...addressOf(stored.doc), ...setup } }
  return {
    ...common,
    type: 'api',
    request: {
      ...OLDER_RULES,
      ...request,
      parameters: maskPairs(request.parameters),
      headers: maskPairs(request.headers),
      variables: maskPairs(request.variables ?? []),
      allowed_origins: request.allowed_origins ?? [],
      body_encoding: request.body_encoding ?? 'text',
      parts: maskParts(request.parts ?? []),
      file_id: request.file_id ?? null,
      connect_to: request.connect_to ?? null,
      tls_name: request.tls_name ?? null,
    },
  }
}
