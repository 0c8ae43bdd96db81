import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { BrowserSettings } from '../../domain/monitors/browser-assertions.ts'
import { PROXY_USER } from './checking-proxy.ts'

/**
 * Answers the proxy, and only the proxy, with the run's credential. Chromium asks for it once per context, at the first document, and
 * remembers it; so only documents pass through here, and all other requests go their way unseen.
 */
const enterProxy = async (session: CDPSession, password: string): Promise<void> => {
  const answered = new Set<string>()
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => {})
  })
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isProxy = authChallenge.source === 'Proxy' && !answered.has(requestId)
    answered.add(requestId)
    const authChallengeResponse = isProxy
      ? { response: 'ProvideCredentials' as const, username: PROXY_USER, password }
      : { response: 'CancelAuth' as const }
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  })
  await session.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [{ urlPattern: '*', resourceType: 'Document' }],
  })
}

/** Opens a page in a context of its own, which has nothing of earlier runs, may do nothing that asks for permission, and saves nothing. */
export const openPage = async (
  browser: Browser,
  { viewport, user_agent: userAgent, verify_tls: verifyTls }: BrowserSettings,
  proxy: { port: number; password: string },
): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({
    proxy: { server: `http://127.0.0.1:${proxy.port}` },
    viewport,
    acceptDownloads: false,
    permissions: [],
    ignoreHTTPSErrors: !verifyTls,
    ...(userAgent !== null && { userAgent }),
  })
  try {
    const page = await context.newPage()
    await enterProxy(await context.newCDPSession(page), proxy.password)
    return { context, page }
  } catch (error) {
    await context.close().catch(() => {})
    throw error
  }
}
