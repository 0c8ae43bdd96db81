import { sql } from 'kysely'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import type { RequestPart } from '../../domain/monitors/body-rules.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { isAway } from '../store/core/away.ts'
import { byItself } from '../store/core/by-itself.ts'
import { KeyAway } from '../store/core/data-keys.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import { idOfRun } from '../store/results/runs.ts'
import { authIngredients } from './auth-ingredients.ts'
import { commonConditions } from './common-conditions.ts'
import { type Environments, environmentVariables, openEnvironments } from './environment-variables.ts'
import {
  type Ingredient,
  type IngredientSource,
  type Job,
  type Joined,
  joinIngredients,
  type Order,
  type WorkflowJob,
} from './ingredients.ts'
import { type AwayKeys, refusedForKey, unlessKeyAway } from './key-away.ts'
import type { LeasedJob } from './lease.ts'
import { organizationCertificates } from './organization-certificates.ts'
import { type Prepared, preparedWithKey, preparedWithMasks, type Row } from './prepared-monitor.ts'
import { openContext, type RunContext } from './run-context.ts'
import { runFacts } from './run-facts.ts'
import { runFiles } from './run-files.ts'
import { schemaTexts } from './schema-texts.ts'
import { aimedAt, misdirectionOf, type SecretAim } from './secret-aim.ts'
import { type WorkflowOrder, workflowOrders } from './workflow-orders.ts'

/** Where jobs get their ingredients: of two values for a variable, that of the first is taken. */
const sourcesOf = (environments: Environments, sealing: SecretCipher): readonly IngredientSource[] => [
  environmentVariables(environments),
  organizationCertificates(sealing),
  authIngredients(sealing),
  runFacts,
  runFiles,
]

/** Monitors, and bytes of their documents, that are kept opened. */
const KEPT = 20_000
const KEPT_BYTES = 256 * 1024 * 1024
/** Documents that one agent is handed at a time: reading, opening and writing more would hold up the event loop. */
const HANDED_BYTES = 2 * 1024 * 1024

/**
 * Makes what an agent is sent out of leased jobs. Secrets are opened here and nowhere else; what was opened is kept in memory
 * until its monitor changes. Jobs without a monitor are dropped; jobs beyond `handedBytes` are returned in `left`.
 */
export const jobMaker = (
  db: Db,
  sealing: SecretCipher,
  keys: AwayKeys,
  log: (line: string) => void,
  most = { monitors: KEPT, bytes: KEPT_BYTES, handedBytes: HANDED_BYTES },
) => {
  const sources = sourcesOf(openEnvironments(sealing), sealing)
  const common = commonConditions()
  const withSchemas = schemaTexts()
  const known = new Map<number, { version: number; prepared: Prepared; bytes: number }>()
  let bytes = 0
  let epoch = sealing.dataKeys.epoch()

  /** Which monitors are there, and the bytes of those that have to be read. */
  const measure = async (keys: readonly number[]) => {
    const { rows } = await sql<{ key: number; last_update: number }>`
      select key, last_update from object
      where key = any(${[...keys]}::int[]) and kind not in ('workflow', 'workflow-trial')`.execute(db)
    let changed = rows.filter((row) => known.get(row.key)?.version !== row.last_update)
    if (changed.length > 0 && (known.size > most.monitors || bytes > most.bytes)) {
      known.clear()
      bytes = 0
      // Those that are unchanged are asked for now as well.
      changed = rows
    }
    const unread = new Map<number, number>()
    if (changed.length > 0) {
      const { rows: sizes } = await sql<{ key: number; bytes: number }>`
        select key, octet_length(doc::text) as bytes from object
        where key = any(${changed.map((row) => row.key)}::int[])`.execute(db)
      for (const size of sizes) unread.set(size.key, size.bytes)
    }
    return { present: new Set(rows.map((row) => row.key)), unread }
  }

  const read = async (keys: readonly number[], sizes: ReadonlyMap<number, number>): Promise<void> => {
    if (keys.length === 0) return
    const { rows } = await sql<{ key: number; id: string; name: string; last_update: number; doc: MonitorDoc }>`
      select key, id, name, last_update, doc from object where key = any(${[...keys]}::int[])`.execute(db)
    for (const row of rows) {
      const size = sizes.get(row.key) ?? 0
      bytes += size - (known.get(row.key)?.bytes ?? 0)
      known.set(row.key, { version: row.last_update, prepared: preparedWithKey(row, sealing), bytes: size })
    }
  }

  /** Monitors with masks for their secrets. */
  const readMasked = async (keys: readonly number[]): Promise<ReadonlyMap<number, Prepared>> => {
    const { rows } = await sql<Row & { key: number }>`
      select key, id, name, doc from object where key = any(${[...keys]}::int[])`.execute(db)
    return new Map(rows.map((row) => [row.key, preparedWithMasks(row, sealing)]))
  }

  /** The monitors of leased jobs: of a workflow, those of its steps. */
  const measureAll = async (leased: readonly LeasedJob[]) => {
    const { present, unread } = await measure([...new Set(leased.map((one) => one.target_key))])
    const workflows = await workflowOrders(
      db,
      leased.filter((one) => !present.has(one.target_key)),
    )
    if (workflows.size === 0) return { present, unread, workflows }
    const steps = [...workflows.values()].flatMap((order) =>
      order.steps.flatMap(({ leased }) => leased?.target_key ?? []),
    )
    // Measured together: where the memory was cleared for the steps, the others have to be read again too.
    const all = await measure([...new Set([...present, ...steps])])
    return { ...all, workflows }
  }

  /**
   * Makes jobs, and names the keys that were missing. With `fault`, jobs that say why they are not run, made of nothing that has to be
   * opened.
   */
  const make = async (
    leased: readonly LeasedJob[],
    fault: Ingredient | null = null,
  ): Promise<Made & { readonly missing: readonly string[] }> => {
    // What was opened with a key that is gone, or could not be opened without one that is there now, is opened again.
    if (sealing.dataKeys.epoch() !== epoch) {
      epoch = sealing.dataKeys.epoch()
      known.clear()
      bytes = 0
    }
    const { present, unread, workflows } = await measureAll(leased)
    const commonOf = await common(db, [...new Set(leased.map((one) => one.project_key))])
    const partsOf = (one: LeasedJob): readonly LeasedJob[] =>
      workflows.get(one)?.steps.flatMap((step) => step.leased ?? []) ?? [one]
    const sizeOf = ({ target_key: key, project_key }: LeasedJob) =>
      (unread.get(key) ?? known.get(key)?.bytes ?? 0) + commonOf(project_key).bytes
    const sizes = leased.map((one) => partsOf(one).reduce((sum, part) => sum + sizeOf(part), 0))
    const handed = leased.slice(0, countWithin(sizes, most.handedBytes))
    const targets = [...new Set(handed.flatMap(partsOf).map((one) => one.target_key))]
    const masked = fault ? await readMasked(targets) : null
    if (!masked)
      await read(
        targets.filter((key) => unread.has(key)),
        unread,
      )
    const preparedOf = (key: number) => (masked ? masked.get(key) : known.get(key)?.prepared)
    const orders = handed.flatMap((one) => {
      const workflow = workflows.get(one)?.workflow
      return partsOf(one).flatMap((leased): (Order & { prepared: Prepared })[] => {
        const prepared = present.has(leased.target_key) ? preparedOf(leased.target_key) : undefined
        if (!prepared) return []
        const monitor = commonOf(leased.project_key).reading(prepared.monitor)
        return [{ leased, monitor, prepared, ...(workflow && { workflow }) }]
      })
    })
    const found = fault ? [() => fault] : await Promise.all(sources.map((source) => source(db, orders)))
    const contextOf = ({ context }: LeasedJob) => contextWithKey(fault ? null : context, sealing)
    const missing: string[] = []
    const made = orders.map((order) => {
      const { leased, prepared } = order
      const { ingredientOf: conditionsOf } = commonOf(leased.project_key)
      const context = contextOf(leased)
      const away = prepared.keyAway ?? context.keyAway
      const added = joinIngredients([
        conditionsOf(order.monitor),
        ...(away === null ? [] : [refusedForKey(away, keys.reasonOf(away))]),
        ...found.map((ingredientOf) => unlessKeyAway(() => ingredientOf(order), keys)),
      ])
      if (added.keyAway !== undefined) missing.push(added.keyAway)
      const run = { id: idOfRun(leased), due: formatTime(leased.start), project: leased.project_key }
      return { ...run, ...compose(prepared, added, context.run) }
    })
    const jobs = await withSchemas(db, made)
    const jobOf = new Map(orders.map(({ leased }, index) => [leased, jobs[index]]))
    return {
      jobs: handed.flatMap((one): (Job | WorkflowJob)[] => {
        const order = workflows.get(one)
        if (order) return [workflowJobOf(one, order, (step) => jobOf.get(step) ?? null, contextOf(one).run)]
        const job = jobOf.get(one)
        return job ? [job] : []
      }),
      left: leased.slice(handed.length),
      missing,
    }
  }

  const madeWithKeys = async (leased: readonly LeasedJob[]): Promise<Made> => {
    const made = await make(leased)
    return made.missing.length > 0 && (await keys.load(made.missing)) ? make(leased) : made
  }

  /**
   * A job that cannot be made, because a secret of its project does not open for example, keeps no other from its agent: it is looked for
   * by halves, and its result says that it was not run.
   */
  const madeApart = async (leased: readonly LeasedJob[]): Promise<Made> => {
    try {
      return await madeWithKeys(leased)
    } catch (cause) {
      if (isAway(cause)) throw cause
      const [one] = leased
      if (one && leased.length === 1) {
        const about = `dispatch: a run of project ${one.project_key}`
        log(`${about}: ${faultSummary(cause)}`)
        // Where not even that can be made, it keeps its lease, and has a result when that was lost three times.
        return (await byItself({ about, log }, () => make(leased, UNPREPARED))) ?? { jobs: [], left: [] }
      }
      const middle = Math.ceil(leased.length / 2)
      const first = await madeApart(leased.slice(0, middle))
      const others = leased.slice(middle)
      if (first.left.length > 0) return { jobs: first.jobs, left: [...first.left, ...others] }
      const second = await madeApart(others)
      return { jobs: [...first.jobs, ...second.jobs], left: second.left }
    }
  }
  return madeApart
}

/** A run that could not be prepared. That a secret may go nowhere stops agents that do not read `refused`. */
const UNPREPARED: Ingredient = {
  refused:
    'The server could not prepare this run: a secret of the project cannot be opened, or its settings cannot be read',
  held: [{ name: 'A secret that cannot be opened', origins: [] }],
}

type Made = { readonly jobs: (Job | WorkflowJob)[]; readonly left: readonly LeasedJob[] }

/** The variables of a run; none, and the missing key, where they cannot be opened. */
const contextWithKey = (
  stored: LeasedJob['context'],
  sealing: SecretCipher,
): { readonly run: RunContext; readonly keyAway: string | null } => {
  try {
    return { run: openContext(stored, sealing), keyAway: null }
  } catch (cause) {
    if (!(cause instanceof KeyAway)) throw cause
    return { run: openContext(null, sealing), keyAway: cause.keyId }
  }
}

/** The job of a workflow, made of those of its steps. */
const workflowJobOf = (
  leased: LeasedJob,
  { settings, steps }: WorkflowOrder,
  jobOf: (step: LeasedJob) => Job | null,
  context: RunContext,
): WorkflowJob => ({
  id: idOfRun(leased),
  due: formatTime(leased.start),
  project: leased.project_key,
  workflow: {
    ...settings,
    context: Object.keys(context.values),
    steps: steps.map(({ leased: step, ...named }) => ({ ...named, job: step && jobOf(step) })),
  },
})

/** How many of these sizes, from the first on, are no more than `most` together: one at least. */
const countWithin = (sizes: readonly number[], most: number): number => {
  let sum = 0
  const over = sizes.findIndex((size, at) => {
    sum += size
    return at > 0 && sum > most
  })
  return over < 0 ? sizes.length : over
}

/** The job with its ingredients and the variables of its run. Secrets that it would send elsewhere stay here, whatever the agent would do about it. */
const compose = (
  { monitor, job, aim }: Prepared,
  added: Joined,
  { values, secret }: RunContext,
): Omit<Job, 'id' | 'due'> => {
  const to = aimedAt(aim, added.held)
  const run = {
    variables: { ...added.variables, ...job.variables, ...values },
    secret_variables: [...(job.secret_variables ?? []), ...added.secret_variables, ...secret],
  }
  const made = {
    ...job,
    ...run,
    secrets: [...job.secrets, ...added.secrets, ...secret.flatMap((name) => values[name] ?? [])],
    secret_fields: to.fields,
    secret_origins: to.origins,
    ...(added.refused !== undefined && { refused: added.refused }),
    ...(added.keyAway !== undefined && { key_away: true as const }),
  }
  if (misdirectionOf(monitor.doc, to, run) === null) return { ...made, ...added.fields }
  return withoutSecrets(made, aim, [...(job.secret_variables ?? []), ...added.secret_variables])
}

const withoutSecrets = (
  job: Omit<Job, 'id' | 'due'>,
  { opened }: SecretAim,
  variables: readonly string[],
): Omit<Job, 'id' | 'due'> => {
  const masked = (pairs: Job['call']['headers'], { held }: SecretAim['opened']['headers']) =>
    pairs.map(({ key, value }) => ({ key, value: held.some(({ name }) => name === key) ? MASK : value }))
  const hidden = variables.map((name) => [name, MASK])
  const { call } = job
  return {
    ...job,
    call: {
      ...call,
      headers: masked(call.headers, opened.headers),
      parameters: masked(call.parameters, opened.parameters),
      ...(call.parts && { parts: call.parts.map((part) => maskedPart(part, opened.parts)) }),
    },
    variables: { ...job.variables, ...Object.fromEntries(hidden) },
  }
}

const maskedPart = (part: RequestPart, { held }: SecretAim['opened']['parts']): RequestPart =>
  part.value != null && held.some(({ name }) => name === part.name) ? { ...part, value: MASK } : part
