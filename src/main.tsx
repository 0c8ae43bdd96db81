import type { ErrorInfo } from 'react'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import type { ConnectionEvent } from '../machines/connection.ts'
import { messageOf } from '../machines/resource/failure.ts'
import { watchAnswers } from './browser/answers.ts'
import type { Call } from './browser/client.ts'
import { issuedHere, openIdentity } from './browser/identity.ts'
import { onceLoaded } from './browser/once-loaded.ts'
import { passkeys } from './browser/passkeys.ts'
import { provide } from './browser/provide.ts'
import { openReporting } from './browser/reporting.ts'
import { localStore, rememberedProjects, sessionStore } from './browser/storage.ts'
import { watchedByTests } from './browser/test-watcher.ts'
import { matchRoute } from './commands/core/addresses.ts'
import type { World } from './commands/core/world.ts'
import { routes } from './commands/routes.ts'
import type { AppConfiguration } from './contract/installation/app-configuration.ts'
import { App } from './views/app/App.tsx'
import { fetchSignedInApp, isFrontPage } from './views/app/Frame.tsx'
import { runGate } from './views/app/gatekeeper.ts'
import { createWorld } from './views/app/world.ts'
import { openCommandRunner } from './views/core/command-runner.ts'
import { consoleChart } from './views/core/console-chart.ts'
import { lineReading } from './views/core/line-memory.ts'
import { machineOf } from './views/core/machines-of.ts'
import { newScreenMachines } from './views/core/screen-machines.ts'
import { openTape } from './views/core/tape.ts'
import type { AppActor, ViewEffects } from './views/core/view-effects.ts'
import { stopCountdowns } from './views/parts/text/ticker.ts'
import { showTimesIn } from './views/parts/text/time-zone.ts'
import { zoneInAddress } from './views/statistics/zone-in-address.ts'
import './views/style/style.css'
import { trialExpiryToReport } from '../machines/runs/trial-expiry.ts'

/** The web app's entry point. All browser effects are created here and passed down. */
const configuration = JSON.parse(document.getElementById('configuration')?.textContent ?? 'null') as AppConfiguration

const reporting = openReporting({
  address: configuration.report_url,
  version: configuration.version,
  environment: configuration.environment,
})
addEventListener('error', ({ error, message }) => reporting.error(error ?? message))
addEventListener('unhandledrejection', ({ reason }) => reporting.error(reason))

const expire = (): void => machineOf(app, 'sign-in')?.send({ type: 'EXPIRED' })
const connection = (event: ConnectionEvent): void => machineOf(app, 'connection')?.send(event)
const identity = openIdentity(configuration, expire)
const answers = watchAnswers(() => machineOf(app, 'connection'))
// Loaded in parallel with the identity client, which the first call needs anyway.
const client = import('./browser/client.ts').then(({ openClient }) =>
  openClient({
    projectHeader: configuration.project_header,
    defaultQuery: configuration.default_query,
    token: () => identity.token(),
    isOnline: () => navigator.onLine,
    onAnswer: answers.note,
    onDoubt: () => connection({ type: 'CHECK' }),
    onExpired: expire,
    lost: answers.lost,
    projectId: () => machineOf(app, 'project')?.getSnapshot().context.current?.project.id ?? null,
  }),
)
const call: Call = async (...request) => (await client)(...request)
const tape = watchedByTests(openTape(Date.now, (task) => requestAnimationFrame(task)))
const screen = newScreenMachines()
const world = (): World => theWorld

const app: AppActor = createActor(
  provide({
    call,
    identity,
    onExpired: expire,
    projectHeader: configuration.project_header,
    defaultQuery: configuration.default_query,
    console: consoleChart(world, lineReading.held, (line) => {
      const account = machineOf(app, 'sign-in')?.getSnapshot().context.user?.sub
      lineReading.held()?.lineHistory(localStore, account, theWorld).remember(line)
    }),
    onArrival(href) {
      const place = matchRoute(href)
      if (!('redirect' in place)) reporting.pageView(routes[place.name].path, document.title)
    },
    onUser({ current, quota }) {
      const user = machineOf(app, 'sign-in')?.getSnapshot().context.user
      if (user)
        reporting.identify({
          account: user.sub,
          email: user.email,
          project: current?.project.id ?? null,
          trialExpires: current && quota ? trialExpiryToReport(current, quota) : null,
        })
    },
  }),
  {
    inspect: tape.inspect,
    input: {
      href: location.pathname + location.search + location.hash,
      signIn: {
        cameBack: issuedHere(configuration.identity.client_id, location.search),
        secure: isSecureContext,
        path: location.pathname,
      },
      preferences: localStore.read('preferences'),
      remembered: rememberedProjects(),
      version: configuration.version,
      now: Date.now,
    },
  },
)

const effects: ViewEffects = {
  app,
  tape,
  shortestPaths: (chart) => import('./browser/shortest-paths.ts').then((loaded) => loaded.shortestPaths(chart)),
  call: (operation, input) => call(operation, input),
  signedInUntil: () => identity.expires(),
  localStore,
  sessionStore,
  authorization: async () => (await import('./browser/authorization.ts')).authorizationSecrets,
  newId: () => crypto.randomUUID(),
  copy: (text) => navigator.clipboard.writeText(text),
  download(name, type, content) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([content], { type }))
    link.download = name
    link.click()
    // The download has started by then; without this, the URL would keep the content in memory.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  },
  judge: onceLoaded(
    () => import('./browser/judge.ts').then((module) => module.judge),
    () => ({ type: 'FAILED' }),
  ),
  replay: onceLoaded(
    () => import('./browser/replay.ts').then(({ replayWith }) => replayWith(call)),
    (cause) => ({ type: 'FAILED', message: messageOf(cause) }),
  ),
  passkeys,
  leave: (href) => location.assign(href),
}
const theWorld = createWorld(effects, screen)
const commandRunner = openCommandRunner(theWorld, tape.inspectSecret)

app.start()
const showChosenZone = () => {
  const href = machineOf(app, 'navigation')?.getSnapshot().context.href ?? '/'
  showTimesIn(zoneInAddress(href) ?? machineOf(app, 'preferences')?.getSnapshot().context.timeZone ?? null)
}
machineOf(app, 'preferences')?.subscribe(showChosenZone)
machineOf(app, 'navigation')?.subscribe(showChosenZone)
showChosenZone()
machineOf(app, 'connection')?.subscribe((now) => stopCountdowns(now.hasTag('away') ? now.context.lostAt : null))
runGate(effects, configuration)
addEventListener('popstate', () =>
  machineOf(app, 'navigation')?.send({
    type: 'POPPED',
    href: location.pathname + location.search + location.hash,
  }),
)
addEventListener('online', () => connection({ type: 'ONLINE' }))
addEventListener('offline', () => connection({ type: 'OFFLINE' }))
// Reloads a page from the browser's cache, which may show data from before a sign-out.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
addEventListener('beforeunload', (event) => {
  if (machineOf(app, 'navigation')?.getSnapshot().context.dirty) event.preventDefault()
})

// Preloads the inner app, because most people who open an inner screen are allowed to see it.
if (!isFrontPage(location.pathname)) fetchSignedInApp(location.pathname)

// The debug screen shows what happened since the page was opened. Without its recorder the app works as well, and the screen loads it itself.
import('./views/debug/recorder.ts').then(
  ({ recorderOf }) => recorderOf(tape),
  () => undefined,
)

/** Reports what a component throws. The console shows it only in development: its message may hold data of the page. */
const reportFault = (fault: unknown, { componentStack }: ErrorInfo): void => {
  reporting.error(fault)
  if (import.meta.env.DEV) console.error(fault, componentStack)
}

const root = document.getElementById('root')
if (root)
  createRoot(root, { onCaughtError: reportFault, onUncaughtError: reportFault }).render(
    <App
      effects={effects}
      world={theWorld}
      commandRunner={commandRunner}
      screen={screen}
      configuration={configuration}
    />,
  )
