import { MOST_REPLAY_DAYS, type replays } from '../../../contract/alerts/replays.ts'
import { isCandidate } from '../../../domain/alerts/alerting.ts'
import { NO_TALLY, replayGroup } from '../../../domain/alerts/replay-tally.ts'
import { isSignal } from '../../../domain/alerts/signal.ts'
import { WEBHOOK_DEFAULTS, webhookProblems } from '../../../domain/alerts/webhook-rules.ts'
import { WEBHOOK_TYPES } from '../../../domain/alerts/webhook-types.ts'
import { DAY_MS, HOUR_MS } from '../../../domain/core/periods.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { ReplayRule } from '../../alerts/replay/replay.ts'
import { openReplayThread } from '../../alerts/replay/replay-thread.ts'
import { BodyStream } from '../../http/body-stream.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { invalid, notFound } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { outcomes } from '../../store/alerts/alert-decisions.ts'
import { alertsOnManualRuns, decisionCounts, replayedTargets } from '../../store/alerts/replayed-targets.ts'
import { alertSettings, type WebhookDoc, webhooks } from '../../store/alerts/webhooks.ts'
import type { Stored } from '../../store/core/objects.ts'
import { replayLineOf } from './replay-line.ts'
import { replayLines } from './replay-stream.ts'
import { openReplayTurns, TURN_LIMITS } from './replay-turn.ts'
import { changedWebhook, monitorProblems, newWebhook, type WebhookChange } from './webhook-doc.ts'

const NDJSON = 'application/x-ndjson'
/** Up to this many days, the picture shows hours. */
const DAYS_IN_HOURS = 2

/** Names of all parameters of channels: where a message goes means nothing to a replay. */
const CHANNEL: ReadonlySet<string> = new Set(
  Object.values(WEBHOOK_TYPES).flatMap(({ parameters }) => parameters.map(({ name }) => name)),
)

/** A change without the parameters of its channel, secrets among them: an alert can be tried before they are known. */
const ruleOf = ({ parameters, ...rest }: WebhookChange): WebhookChange => ({
  ...rest,
  parameters: Object.fromEntries(Object.entries(parameters ?? {}).filter(([name]) => !CHANNEL.has(name))),
})

const isAboutChannel = ({ field }: { field: string }): boolean => CHANNEL.has(field.replace(/^parameters\./, ''))

const waitForTurn = openReplayTurns(TURN_LIMITS)

/** Streams what an alert would have done. */
export const replayHandlers = ({ sealing, log }: Services): HandlersOf<typeof replays> => ({
  'alert.replay': async ({ body: { id, days = MOST_REPLAY_DAYS, ...given } }, context) => {
    const { db, project, signal, now } = context
    const stored = id === undefined ? null : await webhooks.read(db, project.key, id)
    if (stored === undefined) return notFound('webhook')
    const change = ruleOf(given)
    const ofRule = webhookProblems(change, stored?.doc).filter((one) => !isAboutChannel(one))
    const problems = ofRule.concat(await monitorProblems(change, context))
    if (problems.length > 0) return invalid(problems)
    // A replay shows the rule itself: whether it is on, or snoozed today, says nothing about the last days.
    const doc: WebhookDoc = {
      ...changedWebhook(stored?.doc ?? newWebhook, change, sealing),
      enabled: true,
      snoozed_until: null,
    }
    const stepMs = days > DAYS_IN_HOURS ? DAY_MS : HOUR_MS
    const fromMs = Math.floor((now - days * DAY_MS) / stepMs + 1) * stepMs
    const rule: ReplayRule = {
      settings: alertSettings(doc),
      scope: { monitor_id: doc.monitor_id, include_tags: doc.include_tags },
      alertsOnManualRuns: await alertsOnManualRuns(db, project.key),
      fromMs,
      toMs: now,
      stepMs,
    }
    const targets = await replayedTargets(db, project.key)
    const covered = targets.filter((target) => isCandidate(doc, target))
    const lines = replayLines({
      db,
      rule,
      range: {
        projectKey: project.key,
        targetKeys: covered.length === targets.length ? null : covered.map(({ key }) => key),
        fromMs,
        toMs: now,
      },
      signal,
      waitForTurn,
      open: openReplayThread,
      log,
      lineOf: replayLineOf(db, {
        rule,
        name: given.name?.trim() || stored?.name || WEBHOOK_DEFAULTS.name,
        targets: new Map(covered.map((target) => [target.key, target])),
        sent: stored && (await sentBy(stored, fromMs, context)),
        withoutNoData: doc.alerts.includes('NO_DATA'),
        withoutConditions: doc.alerts.some(isSignal),
      }),
    })
    const encoder = new TextEncoder()
    return new BodyStream(NDJSON, async () => {
      const { value } = await lines.next()
      return value && encoder.encode(`${JSON.stringify(value)}\n`)
    })
  },
})

/** What the stored alert did in the same time. */
const sentBy = async ({ key, created }: Stored<WebhookDoc>, since: number, { db }: ProjectContext) => {
  const tally = { ...NO_TALLY }
  for (const [code, count] of await decisionCounts(db, key, since)) {
    const group = replayGroup(outcomes.name(code))
    if (group !== null) tally[group] += count
  }
  return { ...tally, created: formatTime(created) }
}
