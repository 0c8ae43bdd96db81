import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf, BodyOf } from '../../contract/core/endpoint.ts'
import { BROWSER_TIMEOUT_MS, VIEWPORT, WAIT_UNTIL } from '../../contract/monitors/browser-setup.ts'
import { NEW_RULES, UNSET_VARIABLES } from '../../contract/monitors/call-rules.ts'
import { ownTags, typedTagProblems } from '../../domain/core/tag-rules.ts'
import type { Assertion } from '../../domain/monitors/browser-assertions.ts'
import type { Step } from '../../domain/monitors/browser-steps.ts'
import { browserTestProblems } from '../../domain/monitors/browser-test-rules.ts'
import type { BrowserMonitor } from '../../domain/monitors/monitor-address.ts'
import { tagsBesideSettings } from '../../domain/monitors/reserved-tags.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { checkbox, choice, linesOrNone, number, own, text, textOrNone, words } from '../kit/form/field.ts'
import { type FormOf, recordTable } from '../kit/form/record-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import type { Pair } from './body-mode.ts'
import { isWritten, originsIn, UNSET_VARIABLES_FIELD } from './monitor-form.ts'

export type BrowserTestRow = AnswerOf<ProductContract['browser-test.read']>
type Stored = Pick<
  BrowserTestRow,
  'name' | 'description' | 'tags' | 'workspace' | 'url' | 'viewport' | 'user_agent' | 'wait_until' | 'timeout_ms'
> &
  Pick<
    BrowserTestRow,
    'unset_variables' | 'verify_tls' | 'assertions' | 'steps' | 'variables' | 'allowed_origins' | 'last_update'
  >
type Body = BodyOf<ProductContract['browser-test.create']>

const WAIT_WORDS = {
  load: 'The page and its files are loaded',
  domcontentloaded: 'The document is parsed',
  networkidle: 'The network is idle for half a second',
} as const satisfies Record<(typeof WAIT_UNTIL)[number], string>

const within = (one: string) => (rest: string) => {
  const [, index, part = ''] = /^\[(\d+)\]\.?(.*)$/.exec(rest) ?? []
  const label = `${one} ${Number(index) + 1}`
  const subject = part === '' ? 'This' : `The ${part.replace(/^locator\.?/, '').replaceAll('_', ' ') || 'element'}`
  return { label, subject }
}

const fields = {
  name: text({ label: 'Name', maxLength: 400 }),
  url: text({ label: 'Address', mono: true, inputMode: 'url', placeholder: 'https://' }),
  width: number({ label: 'Width, px', part: 'window', paths: ['viewport.width'], blank: String(VIEWPORT.width.usual) }),
  height: number({
    label: 'Height, px',
    part: 'window',
    paths: ['viewport.height'],
    blank: String(VIEWPORT.height.usual),
  }),
  user_agent: textOrNone({ label: 'User agent', mono: true, hint: 'Empty: the browser’s own.' }),
  wait_until: choice({
    label: 'Wait until',
    part: 'waiting',
    options: WAIT_UNTIL.map((value) => ({ value, label: WAIT_WORDS[value] })),
    blank: 'load',
  }),
  timeout: number({
    label: 'Time-out, seconds',
    subject: 'The time-out',
    part: 'time-out',
    hint: `${BROWSER_TIMEOUT_MS.least / 1000} to ${BROWSER_TIMEOUT_MS.most / 1000}, for the page and all steps together`,
    paths: ['timeout_ms'],
    blank: String(BROWSER_TIMEOUT_MS.usual / 1000),
  }),
  verify_tls: checkbox({
    label: 'Verify the TLS certificate',
    part: 'TLS',
    hint: 'When off, expired certificates and certificates of other hosts are accepted.',
    blank: true,
  }),
  steps: own<readonly Step[]>({ label: 'Steps', subject: 'This', within: within('Step'), blank: [] }),
  assertions: own<readonly Assertion[]>({
    label: 'Assertions',
    subject: 'This',
    within: within('Assertion'),
    blank: [],
  }),
  variables: own<readonly Pair[]>({ label: 'Variables', subject: 'This', within: within('Variable'), blank: [] }),
  unset_variables: choice({
    ...UNSET_VARIABLES_FIELD,
    hint: 'In steps and assertions, only a name in braces counts, such as {{ name }}.',
    blank: NEW_RULES.unset_variables,
  }),
  allowed_origins: text({
    label: 'Allowed origins',
    subject: 'This field',
    member: 'Each entry',
    optional: true,
    mono: true,
    inputMode: 'url',
    placeholder: 'https://login.example.com',
    hint: 'Secrets are filled in only here and at the address. Separated by commas.',
  }),
  description: linesOrNone({ label: 'Description', optional: true, rows: 2 }),
  tags: words({ label: 'Tags', member: 'A tag', optional: true }),
  reserved: own<readonly string[]>({ label: 'Reserved tags', part: 'tags', blank: [] }),
  workspace: text({ label: 'Environment', hint: 'Provides variables for the test.', blank: 'global' }),
}

/** A browser test as its form holds it. */
export type BrowserForm = FormOf<typeof fields>

/** The test that the API is sent. Rows of variables without a name and a value are left out. */
const writtenOf = (form: BrowserForm, tags: readonly string[]): Body => ({
  name: form.name.trim(),
  url: form.url.trim(),
  description: form.description.trim() === '' ? null : form.description,
  tags: [...tags, ...form.reserved],
  workspace: form.workspace.trim() || 'global',
  viewport: { width: Number(form.width), height: Number(form.height) },
  user_agent: form.user_agent.trim() || null,
  wait_until: WAIT_UNTIL.find((each) => each === form.wait_until) ?? 'load',
  timeout_ms: Math.round(Number(form.timeout) * 1000),
  verify_tls: form.verify_tls,
  assertions: [...form.assertions],
  steps: [...form.steps],
  variables: form.variables.filter(isWritten).map((pair) => ({ ...pair })),
  unset_variables: UNSET_VARIABLES.find((each) => each === form.unset_variables) ?? NEW_RULES.unset_variables,
  allowed_origins: originsIn(form.allowed_origins),
})

/** A browser test's form. */
export const browserTable = recordTable<Stored>()({
  fields,
  read: ({ tags, viewport, timeout_ms, allowed_origins }) => ({
    width: String(viewport.width),
    height: String(viewport.height),
    timeout: String(timeout_ms / 1000),
    tags: listedOf(ownTags(tags)),
    reserved: tagsBesideSettings(tags),
    allowed_origins: listedOf(allowed_origins),
  }),
  write: ({ tags }, form) => writtenOf(form, tags),
  rules: (body, form) => [...typedTagProblems('tags', membersOf(form.tags)), ...browserTestProblems(body)],
})

/** The parts of a draft that a trial runs. */
export const setupOf = (form: BrowserForm) => {
  const { name: _, description: __, tags: ___, workspace, ...setup } = writtenOf(form, [])
  return { setup, workspace }
}

/** A monitor that is a browser test, in the flat form. */
export const flatOf = ({ meta, setup }: BrowserMonitor): Stored => ({
  name: meta.name,
  description: meta.description,
  tags: meta.tags,
  workspace: meta.workspace,
  last_update: meta.last_update,
  ...setup,
})

/** The open form of a browser test. */
export type BrowserFormState = RecordFormState<BrowserForm, keyof typeof fields>
