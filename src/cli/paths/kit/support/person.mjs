// @ts-check
const EMAIL = process.env.SONDE_EMAIL ?? 'ada@example.com'
const PASSWORD = process.env.SONDE_PASSWORD ?? 'correct horse battery'
/** Most milliseconds until somebody is signed in: the whole app loads for the first time. */
const SIGN_IN_MS = 60_000

/** Signs in at Sonde. @param {import('playwright/test').Page} page */
const signIn = async (page) => {
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const account = page.getByRole('button', { name: /^Account/ })
  await account.waitFor({ timeout: SIGN_IN_MS }).catch(async () => {
    const shown = await page.locator('body').ariaSnapshot()
    throw new Error(`Nobody is signed in after ${SIGN_IN_MS / 1000} s. ${page.url()} shows: ${shown.slice(0, 500)}`)
  })
}

/** @param {string} name */
const isProject = (name) => name.endsWith('-project-id')
/** @param {Record<string, string>} headers */
const projectIn = (headers) => Object.keys(headers).find(isProject)

/** A caller of the API with the token that the app uses, and the open project's id. @param {import('playwright/test').Page} page */
const callerOf = async (page) => {
  const asked = page.waitForRequest(
    (request) => 'authorization' in request.headers() && projectIn(request.headers()) !== undefined,
  )
  await page.goto('/tests/')
  const headers = (await asked).headers()
  const own = Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === 'authorization' || isProject(name)),
  )
  /** @param {'get' | 'post'} method @param {string} path @param {object} [data] @param {Record<string, string>} [also] */
  const call = async (method, path, data, also = {}) => {
    const answer = await page.request[method](path, { headers: { ...own, ...also }, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  return { call, project: own[projectIn(own) ?? ''] ?? '' }
}

/** The name of the objects that paths are about. */
export const NAME = 'Test path'

/**
 * Makes an object of that name where there is none. Two workers begin at once: with one key, they make one object.
 * @param {Awaited<ReturnType<typeof callerOf>>['call']} call @param {string} list @param {string} create @param {object} body
 */
const ensured = async (call, list, create, body) => {
  const { data } = await call('get', list)
  const found = data.find((/** @type {any} */ row) => (row.meta ?? row).name === NAME)
  return found ?? call('post', create, body, { 'idempotency-key': `test-path:${create}` })
}

/** Signs in, and makes the monitor, the schedule and the alert that paths are about. @param {import('playwright/test').Page} page */
export const openSession = async (page) => {
  await signIn(page)
  const { call, project } = await callerOf(page)
  const monitor = await ensured(call, '/api/3/monitors/', '/api/2/calls/', {
    meta: { name: NAME },
    request: { method: 'GET', url: 'https://example.com/' },
  })
  const schedule = await ensured(call, '/api/3/schedules/', '/api/3/schedules/', {
    name: NAME,
    frequency: 3600,
    enabled: false,
    locations: [],
    targets: [],
  })
  const alert = await ensured(call, '/api/3/webhooks/', '/api/3/webhooks/', {
    name: NAME,
    web_hook_type: 'webhook',
    enabled: false,
    alerts: ['FAIL'],
    parameters: { url: 'https://example.com/' },
  })
  return { project, monitor, schedule, alert }
}
