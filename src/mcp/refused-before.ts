import type { Command } from '../commands/core/command.ts'
import type { Headless } from '../commands/headless/headless.ts'
import type { HeadlessCall } from '../commands/headless/headless-world.ts'
import { contract, type EndpointName } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'
import { conditionProblems } from '../domain/conditions/condition-rules.ts'
import type { Problem } from '../domain/core/problem.ts'
import {
  changedTimes,
  DOWNTIME_DEFAULTS,
  type DowntimeDraft,
  type DowntimeTimes,
  downtimeProblems,
  pastProblems,
} from '../domain/downtimes/downtime-rules.ts'
import { browserTestProblems } from '../domain/monitors/browser-test-rules.ts'
import { monitorProblems } from '../domain/monitors/monitor-rules.ts'
import { scheduleProblems } from '../domain/schedules/schedule-rules.ts'

type Input = { readonly params?: object; readonly body?: unknown }
type Asking = { readonly call: Headless['call']; readonly nowMs: number }

/** Field errors of what an endpoint is about to be given. */
type Rule = (input: Input, asking: Asking) => Promise<readonly Problem[]>

// A command gives an endpoint the body that its declaration describes; found by name, it has no type here.
const of =
  <Body>(problemsOf: (body: Body) => readonly Problem[]): Rule =>
  async ({ body }) =>
    problemsOf(body as Body)

const ofTimes = (before: DowntimeTimes | null, draft: DowntimeDraft, nowMs: number): readonly Problem[] => {
  const times = changedTimes(before ?? DOWNTIME_DEFAULTS.times, draft)
  return [...downtimeProblems(draft.name, times, ''), ...pastProblems(before, times, nowMs, '')]
}

type WrittenDowntime = { readonly meta?: object; readonly schedule?: object; readonly downtime?: object }

const draftIn = ({ meta, schedule, downtime }: WrittenDowntime): DowntimeDraft => ({
  ...meta,
  ...schedule,
  ...downtime,
})

/** Rules of the domain by the endpoint that applies them, as far as they need nothing but the object itself. */
const RULES: Partial<Record<EndpointName, Rule>> = {
  'downtime.create': async ({ body }, { nowMs }) => ofTimes(null, draftIn(body as WrittenDowntime), nowMs),
  'downtime.update': async ({ params, body }, { call, nowMs }) => {
    const { schedule } = await call('downtime.read', { params: params as { id: string } })
    return ofTimes(schedule, draftIn(body as WrittenDowntime), nowMs)
  },
  'organization-downtime.create': async ({ body }, { nowMs }) => ofTimes(null, body as DowntimeDraft, nowMs),
  'organization-downtime.update': async ({ params, body }, { call, nowMs }) =>
    ofTimes(
      await call('organization-downtime.read-one', { params: params as { org: string; id: string } }),
      body as DowntimeDraft,
      nowMs,
    ),
  'monitor.create': of(monitorProblems),
  'monitor.update': of(monitorProblems),
  'monitor.judge': of(conditionProblems),
  'project-conditions.replace': of<Parameters<typeof conditionProblems>[0]>((set) =>
    conditionProblems(set, { isOfProject: true }),
  ),
  'browser-test.update': of(browserTestProblems),
  'schedule.update': of(scheduleProblems),
}

class NotNow extends Error {}

/** Calls that read as they are; what would be written is kept instead. */
const rehearsing = (call: HeadlessCall) => {
  const kept: { readonly operation: EndpointName; readonly input: Input }[] = []
  const rehearsed: HeadlessCall = async (operation, input, options) => {
    const { effect }: AnyEndpoint = contract[operation]
    if (effect === 'read') return call(operation, input, options)
    kept.push({ operation, input })
    throw new NotNow()
  }
  return { kept, rehearsed }
}

/**
 * Why the server would refuse what a command writes, so that nobody is asked about it in vain; null where nothing is known against it. The
 * command is carried out with calls that do not write, and what it would write first is judged by the same rules. What only the store can
 * tell is left to the server.
 */
export const refusalBefore = async (
  command: Command,
  args: Readonly<Record<string, unknown>>,
  { call, nowMs, open }: { call: HeadlessCall; nowMs: number; open: (call: HeadlessCall) => Promise<Headless> },
): Promise<string | null> => {
  if (!command.writes?.some((name) => RULES[name])) return null
  const { kept, rehearsed } = rehearsing(call)
  const world = await open(rehearsed)
  // It ends at its first write. Whatever else it says, it says again when it is carried out.
  await world.perform(command, args).catch(() => {})
  const problems: string[] = []
  for (const { operation, input } of kept) {
    const found = (await RULES[operation]?.(input, { call: world.call, nowMs })) ?? []
    problems.push(...found.map(({ message }) => message))
  }
  return problems.length === 0 ? null : [...new Set(problems)].join(' ')
}
