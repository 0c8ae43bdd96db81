import { sql } from 'kysely'
import { VERSION } from '../contract/core/version.ts'
import { parseAllowed } from '../domain/core/addresses.ts'
import type { ResultUrl } from '../domain/results/result-url.ts'
import { countCode } from './access/password-attempts.ts'
import { isEmpty } from './access/setup.ts'
import { WEB_CLIENT } from './app-configuration.ts'
import { openRefreshByAlert } from './auth/refresh-by-alert.ts'
import type { Configuration } from './configuration.ts'
import { PROVIDERS, type Providers } from './delivery/channels/providers.ts'
import { openFillParameters } from './delivery/fill-parameters.ts'
import { openStartRun } from './delivery/start-run.ts'
import { openDispatch } from './dispatch/dispatch.ts'
import { AGENTS_RETURN_MS } from './dispatch/lease.ts'
import { openTrials } from './dispatch/trials.ts'
import { auditProvider } from './handlers/identity/sessions.ts'
import { clientAddress } from './http/client-address.ts'
import { openIdentity } from './identity/open.ts'
import { openIngest } from './ingest/ingest.ts'
import { openKeyring } from './keys/keyring.ts'
import { type Limits, openLimits } from './limits/limits.ts'
import { openLive } from './live/live.ts'
import { mayMailIn } from './mail/recipients.ts'
import { openMailTransport } from './mail/transport.ts'
import type { ProgramFile } from './program-file.ts'
import { openSampleNear, sampleHosts } from './sample/near.ts'
import { openScheduling, type Scheduling } from './scheduler/scheduling.ts'
import { type Health, type Services, STORING_STALLED_MS } from './services.ts'
import { openSetupToken } from './start/installation.ts'
import { type LocalLocation, openLocalLocation } from './start/local-location.ts'
import { openLoopDelay } from './start/loop-delay.ts'
import type { ReadyStore } from './start/ready-store.ts'
import { openStatusPages } from './status/pages.ts'
import { publicIncidents } from './status/public-incidents.ts'
import { READS_ONLY } from './store/core/session-settings.ts'
import { postgresResults } from './store/results/result-store.ts'

type Options = {
  readonly configuration: Configuration
  readonly store: ReadyStore
  /** Where people reach the server. */
  readonly url: string
  /** Whether an embedded agent is started. */
  readonly hasAgent: boolean
  readonly agentFile: ProgramFile | null
  readonly terminalFile: ProgramFile | null
  /** The port that the sample API listens on. */
  readonly samplePort: number
  readonly providers: Providers | undefined
  readonly clock: () => number
  readonly steadyMs: () => number
  readonly log: (line: string) => void
  /** Wakes a background loop by its name. */
  readonly wake: (loop: string) => void
  /** Takes what closes a part, as soon as that part is open. */
  readonly onOpen: (close: () => Promise<void>) => void
}

export type OpenServices = {
  readonly services: Services
  readonly scheduling: Scheduling
  readonly limits: Limits
  /** What calls and webhooks may reach although it is not public, as text. */
  readonly allowPrivate: string
  readonly local: LocalLocation
}

/** Opens what handlers and loops work with, on a store that is ready. Nothing runs yet. */
export const openServices = async (options: Options): Promise<OpenServices> => {
  const { configuration, store, url, clock, steadyMs, log, wake, onOpen } = options
  const { database, sealing, partitions, joinToken } = store
  const { db } = database
  const { trustProxy } = configuration
  // The project is named: a reader may have another one open.
  const resultUrl: ResultUrl = (id, projectId, kind = 'monitor') =>
    `${url}/${kind === 'workflow' ? 'runs' : 'tests'}/result/${id}?project_key_str=${projectId}`

  const sample = await openSampleNear(options.samplePort, log)
  onOpen(() => sample.stop())
  const allowPrivate = [configuration.allowPrivateText, ...sampleHosts(sample.url)].filter(Boolean).join(',')
  const allowed = parseAllowed(allowPrivate)

  const loopDelay = openLoopDelay()
  onOpen(async () => loopDelay.stop())
  const local = openLocalLocation(db, clock, options.hasAgent)
  onOpen(async () => local.stop())
  const health = async (): Promise<Health> => ({
    store: await sql<{ reads_only: boolean }>`select ${sql.raw(READS_ONLY)} as reads_only`.execute(db).then(
      ({ rows }) => rows[0]?.reads_only === false,
      () => false,
    ),
    storing: ingest.waitedMs() < STORING_STALLED_MS,
    lostSettings: database.lostSettings(),
    local: await local.status().catch(() => 'away' as const),
    ...scheduling.state(),
    loopDelayMs: loopDelay.read(),
  })

  const keyring = openKeyring({ db, sealing, allowed, clock, log })
  const dispatch = openDispatch({
    database,
    sealing,
    keyring,
    clock,
    steadyMs,
    optimisticUpdates: configuration.projectRunsAtOnce,
    log,
  })
  const scheduling = openScheduling({
    db,
    clock,
    steadyMs,
    wake: dispatch.wake,
    log,
    agentsReturnMs: AGENTS_RETURN_MS,
  })
  await scheduling.heal()
  const wakeDelivery = () => wake('delivery')
  const limits = openLimits(configuration.limits, steadyMs)
  const live = openLive({ database, clock, wake: () => wake('live'), perCaller: configuration.limits.streams })
  const ingest = openIngest({
    log,
    sealing,
    database,
    results: postgresResults,
    partitions,
    clock,
    resultUrl,
    onDeliveries: wakeDelivery,
    onEvents: live.announce,
  })
  const auditing = { db, sealing, clock, trustProxy, log }
  const { identity, provider } = await openIdentity(configuration, {
    db,
    sealing,
    clock,
    url,
    audience: `${url}/api`,
    webClient: WEB_CLIENT,
    addressOf: (request) => clientAddress(request, trustProxy),
    countCode: (request) => countCode(db, clientAddress(request, trustProxy), clock()),
    onSignedOut: auditProvider('session.end', auditing),
    onConnected: auditProvider('session.sign-in', auditing),
    log,
  })
  const mail = openMailTransport({ database, sealing, clock, mail: configuration.mail, log })
  const refreshing = { database, sealing, reaching: { allowed }, announce: live.announce, log }
  const services: Services = {
    configuration,
    url,
    mail,
    identity,
    provider,
    wakeMail: () => wake('mail'),
    wakeRemoval: () => wake('removal'),
    database,
    results: postgresResults,
    sealing,
    keyring,
    dispatch,
    trials: openTrials(database, clock),
    ingest,
    live,
    resultUrl,
    delivering: {
      sealing,
      allowed,
      clock,
      version: VERSION,
      url,
      providers: options.providers ?? PROVIDERS,
      mail,
      startRun: openStartRun({ database, dispatch, sealing }),
      refreshToken: openRefreshByAlert(refreshing),
      fillParameters: openFillParameters({ db, sealing, clock }),
      mayMail: mayMailIn(db),
    },
    wakeDelivery,
    refreshing,
    statusPages: openStatusPages({ db, clock, steadyMs, url, incidents: publicIncidents, log }),
    allowed,
    health,
    clock,
    joinToken,
    agentFile: options.agentFile,
    terminalFile: options.terminalFile,
    sampleUrl: sample.url,
    setupToken: async () => ((await isEmpty(db)) ? openSetupToken(db, sealing) : null),
    version: VERSION,
    log,
  }
  return { services, scheduling, limits, allowPrivate, local }
}
