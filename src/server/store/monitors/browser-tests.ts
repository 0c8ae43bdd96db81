import type { ProductContract } from '../../../contract/contract.ts'
import type { BodyOf } from '../../../contract/core/endpoint.ts'
import { BROWSER_TIMEOUT_MS, VIEWPORT } from '../../../contract/monitors/browser-setup.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import type { BrowserSettings } from '../../../domain/monitors/browser-assertions.ts'
import { secretSelectorProblems } from '../../../domain/monitors/selector-rules.ts'
import { isSecretName } from '../../../domain/secrets/masking.ts'
import { isSealed, type SecretCipher } from '../core/secret-cipher.ts'
import { changeMonitor, type MonitorDoc, newMonitor } from './monitors.ts'

/** Default settings of a browser test. Its address, variables and their origins are in the request. */
export const newSettings: BrowserSettings = {
  browser_types: ['chromium'],
  viewport: { width: VIEWPORT.width.usual, height: VIEWPORT.height.usual },
  user_agent: null,
  wait_until: 'load',
  timeout_ms: BROWSER_TIMEOUT_MS.usual,
  verify_tls: true,
  assertions: [],
  steps: [],
}

/** Default values of a browser test. */
export const newBrowserTest: MonitorDoc = { ...newMonitor, setup: newSettings }

/** A change of a browser test in its flat form. */
export type BrowserTestChange = Omit<BodyOf<ProductContract['browser-test.update']>, 'name'>

/** Fields of the flat form that stand in the request of the stored document. */
const OF_REQUEST = /^request\.(url|variables|allowed_origins)/

/** Merges `change` into `before`; encrypts secret variables and binds them to the test's origins. */
export const changeBrowserTest = (
  before: MonitorDoc,
  change: BrowserTestChange,
  sealing: SecretCipher,
): { doc: MonitorDoc; problems: Problem[] } => {
  const { description, tags, workspace, url, variables, unset_variables, allowed_origins, ...settings } = change
  const { assertions, ...others } = settings
  const known = before.setup ?? newSettings
  const setup: BrowserSettings = {
    ...known,
    ...others,
    ...(assertions && {
      assertions: assertions.map(({ kind, vital, value, outcome = 'fail' }) => ({
        kind,
        ...(kind === 'vital_below' && { vital: vital ?? ('lcp' as const) }),
        value: String(value).trim(),
        outcome,
      })),
    }),
  }
  const { doc, problems } = changeMonitor(
    before,
    {
      meta: {
        ...(description !== undefined && { description }),
        ...(tags && { tags }),
        ...(workspace !== undefined && { workspace }),
      },
      request: {
        ...(url !== undefined && { url: url.trim() }),
        ...(variables && { variables }),
        ...(unset_variables && { unset_variables }),
        ...(allowed_origins && { allowed_origins }),
        verify_tls: setup.verify_tls,
        // Silence and timeouts of agents are measured by it.
        timeout_seconds: Math.ceil(setup.timeout_ms / 1000),
      },
    },
    sealing,
  )
  // A secret in the query of the address was moved to the parameters, which browser tests don't have.
  const [secret] = doc.request.parameters
  const inUrl = secret
    ? [
        problem(
          'url',
          'forbidden',
          `must not contain a secret: put ${secret.key} into a variable, and write the variable here.`,
        ),
      ]
    : []
  const masked = new Set((doc.request.variables ?? []).flatMap(({ key, value }) => (isSealed(value) ? [key] : [])))
  const isSecret = (name: string) => masked.has(name) || isSecretName(name)
  // Tests that were stored before this rule can still be renamed.
  const inSelectors = assertions || variables ? secretSelectorProblems(setup.assertions, isSecret) : []
  return {
    doc: { ...doc, setup },
    problems: [...problems.map(flat), ...inUrl, ...inSelectors],
  }
}

/** The same problem about the field of the flat form. */
const flat = (one: Problem): Problem =>
  OF_REQUEST.test(one.field)
    ? {
        ...one,
        field: one.field.replace(/^request\./, ''),
        message: one.message.replaceAll('request.', ''),
      }
    : one
