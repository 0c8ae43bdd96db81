import type { Page } from 'playwright'
import { beforeAll, describe, test } from 'vitest'
import type { Path, Step } from '../../machines/chart/paths.ts'
import { examples } from '../../machines/examples/examples.ts'
import { FAILED_TEXT } from '../../machines/lazy-screen.ts'
import { demandIn } from '../../machines/projects/demand.ts'
import { goWithin } from './support/addresses.ts'
import { type Held, hold } from './support/held.ts'
import { heading, signIn, typeSignIn } from './support/person.ts'
import { go, waysOver } from './support/ways.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const SECOND = 'Second project'

/** The browser's session, so that not every way signs in again. */
let storageState: Awaited<ReturnType<Awaited<ReturnType<typeof world.visit>>['context']['storageState']>>
beforeAll(async () => {
  const { page, context } = await world.visit()
  await signIn(page, '/project')
  await page.getByLabel('Name', { exact: true }).fill(SECOND)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(heading(page, SECOND)).toBeVisible()
  // The project that was opened last opens first: each way begins in the one that the installation came with.
  await runLine(page, 'switch project my-project')
  await expect(page.getByRole('button', { name: /^Switch project: My project/ })).toBeVisible()
  storageState = await context.storageState()
  await world.installation.api.post('/api/2/calls/', { meta: { name: 'Orders' }, request: { url: `${world.url}/` } })
})

const titleOf = (path: Path) =>
  path.map(({ event: { type } }) => type.replace(/^xstate\.(\w+\.actor\.)?/, '')).join(', ')
const cause = ({ event }: Step): unknown => ('error' in event ? event.error : undefined)
const isAborted = (step: Step): boolean => cause(step) instanceof Error && (cause(step) as Error).name === 'AbortError'

describe('a screen’s code', () => {
  const [never, once] = examples.lazyScreen ?? []
  const kinds = [
    { example: never, mayReload: false },
    { example: once, mayReload: true },
  ]
  const ways = kinds.flatMap(({ example, mayReload }) =>
    // Nothing in a browser makes the wait for the server fail.
    (example
      ? waysOver(example, ({ event: { type } }) => (type === 'xstate.error.actor.server' ? null : type))
      : []
    ).map((path) => ({
      path,
      mayReload,
      title: titleOf(path),
    })),
  )
  test.each(ways)('comes, or does not: $title (may reload: $mayReload)', async ({ path, mayReload }) => {
    const { page, complaints } = await world.visit({ storageState })
    complaints.expect(/NewProjectScreen|api\/health/)
    await page.goto('/collections')
    await expect(heading(page, 'Collections')).toBeVisible()
    const code = await hold(page, /\/assets\/NewProjectScreen-[^/]*\.js/)
    await page.clock.install()
    // Probes of the server fail until the way says that it answers.
    await page.route('**/api/health', (route) => route.abort())
    await go(path, {
      async act({ event: { type } }) {
        if (type === 'xstate.done.actor.server') {
          await page.unroute('**/api/health')
          await page.getByRole('button', { name: 'Try now' }).click()
        } else if (type === 'xstate.init') {
          if (!mayReload) await forbidReload(page)
          await page.evaluate(() => Object.assign(window, { isFirst: true }))
          await goWithin(page, '/project')
          // The browser asks for it twice: to have it early, and to run it.
        } else if (type.startsWith('xstate.done')) await code.passAll()
        else if (type.startsWith('xstate.error')) await code.cutAll()
        else if (type.includes('after.quiet')) await page.clock.fastForward(2_000)
        else if (type.includes('after.timeout')) await page.clock.fastForward(28_000)
        else {
          code.holdAgain()
          await page.getByRole('button', { name: 'Try again' }).click()
        }
      },
      async see({ value }) {
        if (value === 'shown') return expect(heading(page, 'New project')).toBeVisible()
        if (value === 'failed' || value === 'unanswered') return expect(heading(page, FAILED_TEXT)).toBeVisible()
        if (value === 'reloading') {
          await page.waitForFunction(() => !('isFirst' in window))
          // Where that does not help it is said, and not tried again for ever.
          return expect(heading(page, FAILED_TEXT)).toBeVisible()
        }
        await expect(page.getByText('Loading...')).toHaveCount(value === 'waiting' ? 1 : 0)
        await expect(heading(page, /./)).toHaveCount(0)
      },
    })
  })
})

/** Says that the page was reloaded for this screen before, as it is written where it was. */
const forbidReload = (page: Page) =>
  page.evaluate(() => {
    const { version } = JSON.parse(document.getElementById('configuration')?.textContent ?? '{}')
    sessionStorage.setItem('sonde.reloaded-for', JSON.stringify(`${version} new-project`))
  })

describe('the list of monitors', () => {
  const [example] = examples.resource ?? []
  const nameOf = (step: Step, before: unknown): string | null => {
    const { type } = step.event
    if (type.startsWith('xstate.error')) return isAborted(step) ? null : type
    // Coming to the screen asks for what is not there; what asks for it once more is a line, or trying again.
    if (type === 'FETCH' || type === 'REQUIRE') return before === 'notSet' || type === 'FETCH' ? type : null
    if (type === 'PATCH' || type === 'OUTDATED') return before === 'success' ? type : null
    return type === 'xstate.init' || type.startsWith('xstate.done') ? type : null
  }
  const ways = (example ? waysOver(example, nameOf) : []).map((path) => ({ path, title: titleOf(path) }))
  test.each(ways)('is loaded, kept, renewed and refused: $title', async ({ path }) => {
    const { page, complaints } = await world.visit({ storageState })
    complaints.expect(/status of 422/)
    const main = page.getByRole('main')
    const { api } = world.installation
    let answers: Held | null = null
    let isThere = false
    let name = ''
    await go(path, {
      async act({ event: { type } }, before) {
        if (type === 'xstate.init') {
          await page.goto('/collections')
          await expect(heading(page, 'Collections')).toBeVisible()
          answers = await hold(page, /\/api\/3\/monitors\/\?/)
        } else if (before === 'notSet') await goWithin(page, '/tests/')
        else if (type.startsWith('xstate.done')) {
          await answers?.pass()
          isThere = true
        } else if (type.startsWith('xstate.error')) await answers?.refuse()
        else if (type === 'FETCH' && before === 'failed' && !isThere)
          await main.getByRole('button', { name: 'Try again' }).click()
        else if (type === 'FETCH') await runLine(page, 'reload data')
        else {
          // Somebody else changes a monitor, or makes another.
          name = `Made ${crypto.randomUUID()}`
          const draft = { meta: { name }, request: { url: world.url } }
          const { data } = await api.get<{ data: { id: string; meta: { name: string } }[] }>('/api/3/monitors/')
          if (type === 'PATCH') await api.post(`/api/2/calls/${data[0]?.id}/`, { meta: { name } })
          else await api.post('/api/2/calls/', draft)
        }
      },
      async see({ value, event: { type } }) {
        if (value === 'notSet') return
        if (value === 'pending') await answers?.arrived()
        await expect(main.getByRole('table', { name: 'Monitors' })).toHaveCount(isThere ? 1 : 0)
        if (value === 'failed' && !isThere) await expect(heading(page, FAILED_TEXT)).toBeVisible()
        if (value === 'failed' && isThere) await expect(main.getByText('This data may be out of date')).toBeVisible()
        if (value !== 'failed') await expect(main.getByText('This data may be out of date')).toHaveCount(0)
        if (type === 'PATCH') await expect(main.getByRole('link', { name })).toBeVisible()
      },
    })
  })
})

const runLine = async (page: Page, line: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill(line)
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}

describe('the projects of a person', () => {
  const [example] = examples.projectSwitch ?? []
  const nameOf = ({ event }: Step, before: unknown): string | null => {
    const { type } = event
    const settled = JSON.stringify(before)
    // What an organization demands of its people is met in the journey of second factors.
    if ('error' in event && demandIn(event.error)) return null
    if (type === 'xstate.done.actor.list') return 'output' in event && listed(event.output) === 2 ? type : null
    if (type === 'SWITCH') return settled.includes('resting') && 'id' in event && event.id === 'b' ? type : null
    return /^xstate\.init|actor\.(list|quota)$|^RETRY$/.test(type) ? type : null
  }
  const ways = (example ? waysOver(example, nameOf) : []).map((path) => ({ path, title: titleOf(path) }))
  test.each(ways)('are listed, opened and switched: $title', async ({ path }) => {
    const { page, complaints } = await world.visit({ storageState })
    complaints.expect(/status of 422/)
    const lists = await hold(page, /\/api\/2\/account\/projects$/)
    const quotas = await hold(page, /\/api\/2\/account\/quota$/)
    const switcher = page.getByRole('button', { name: /^Switch project|^Choose a project/ })
    let open: string | null = null
    let wanted: string | null = null
    await go(path, {
      async act({ event: { type } }) {
        if (type === 'xstate.init') await page.goto('/collections')
        else if (type.endsWith('actor.list')) await (type.includes('done') ? lists.pass() : lists.refuse())
        else if (type.endsWith('actor.quota')) await (type.includes('done') ? quotas.pass() : quotas.refuse())
        else if (type === 'RETRY') await page.getByRole('button', { name: 'Try again' }).first().click()
        else {
          const next = open === SECOND ? 'My project' : SECOND
          await switcher.click()
          await page.getByRole('option', { name: new RegExp(next) }).click()
          wanted = next
        }
      },
      async see({ value, event: { type } }) {
        const state = JSON.stringify(value)
        if (state === '"listing"') return lists.arrived()
        if (state === '"failed"') return expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
        if (state.includes('switching')) {
          await quotas.arrived()
          // What was open stays open until the other one is; before the first there is nothing to switch.
          return open ? expect(switcher).toHaveAccessibleName(new RegExp(open)) : expect(switcher).toHaveCount(0)
        }
        const before = open
        if (type === 'xstate.done.actor.quota' && wanted) open = wanted
        await expect(switcher).toHaveAccessibleName(open ? new RegExp(open) : /^Switch project/)
        if (!before) open = (await switcher.getAttribute('aria-label'))?.includes(SECOND) ? SECOND : 'My project'
      },
    })
  })
})

const listed = (output: unknown): number =>
  typeof output === 'object' && output !== null && 'projects' in output && Array.isArray(output.projects)
    ? output.projects.length
    : 0

describe('a person’s session', () => {
  const [fresh, returning] = examples.signIn ?? []
  const user = ({ event }: Step): boolean =>
    'output' in event &&
    typeof event.output === 'object' &&
    event.output !== null &&
    'user' in event.output &&
    event.output.user !== null
  const nameOf = (step: Step, before: unknown): string | null => {
    const { type } = step.event
    if (type.endsWith('actor.read')) return type.includes('done') ? `${type} ${user(step)}` : null
    // Who comes back from the provider is somebody; who does not come back finds what this browser has.
    if (type === 'SIGN_IN') return before === 'signedOut' ? type : null
    return /^xstate\.init$|^xstate\.done\.actor\.(complete|leave)$|^SIGN_OUT$/.test(type) ? type : null
  }
  const kinds = [
    { example: fresh, cameBack: false },
    { example: returning, cameBack: true },
  ]
  const ways = kinds.flatMap(({ example, cameBack }) =>
    (example ? waysOver(example, nameOf) : [])
      .filter((path) => !cameBack || path.every((step) => !step.event.type.endsWith('done.actor.read') || user(step)))
      .map((path) => ({ path, cameBack, title: titleOf(path) })),
  )
  test.each(ways)('begins and ends: $title (came back: $cameBack)', async ({ path, cameBack }) => {
    const isSomebody = path.some((step) => step.event.type.endsWith('done.actor.read') && user(step))
    const { page, complaints } = await world.visit(isSomebody && !cameBack ? { storageState: await newSession() } : {})
    complaints.expect(/status of 401/)
    const account = page.getByRole('button', { name: /^Account/ })
    await go(path, {
      async act({ event: { type } }) {
        if (type === 'xstate.init' && cameBack) {
          await page.goto('/debug/')
          await expect(heading(page, 'Debug')).toBeVisible()
          await signInAgain(page)
          await typeSignIn(page)
        } else if (type === 'xstate.init') await page.goto('/debug/')
        else if (type === 'SIGN_IN') await signInAgain(page)
        else if (type === 'SIGN_OUT') await runLine(page, 'sign out --confirm yes')
      },
      async see({ value }) {
        if (value === 'signedIn') return expect(account).toBeVisible()
        if (value !== 'signedOut') return
        await expect(heading(page, /./)).toBeVisible()
        await expect(account).toHaveCount(0)
      },
    })
  })
})

/** A session that a test may end. */
const newSession = async () => {
  const { page, context } = await world.visit()
  await signIn(page)
  // Its own page ends: no two browsers have one session.
  await page.goto('about:blank')
  return context.storageState()
}

/** By the button where somebody has signed out, else by a line. */
const signInAgain = async (page: Page): Promise<void> => {
  if (new URL(page.url()).pathname === '/logout/') await page.getByRole('button', { name: 'Sign in again' }).click()
  else await runLine(page, 'sign in')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}
