import { shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { vitals } from './vitals.ts'

/** Kinds of steps, in the order in which they are offered. */
export const STEP_KINDS = ['go', 'click', 'fill', 'press', 'expect', 'screenshot'] as const

/** Most steps of a journey. */
export const MAX_STEPS = 50

/** Largest picture, in bytes, and the most that all pictures of one result may have together. */
export const PICTURE_BYTES = 2 * 1024 * 1024
export const PICTURES_BYTES = 24 * 1024 * 1024

/** Resources, and messages of the console, that a result keeps. */
export const MAX_RESOURCES = 300
export const MAX_CONSOLE = 100

/** A file that the page loaded. Times are milliseconds since the navigation began. */
const pageResource = shape({
  url: 'string',
  /** document, stylesheet, script, image, font, fetch, xhr, media, websocket, other. */
  type: 'string',
  start: 'number >= 0',
  duration: 'number >= 0',
  /** Bytes on the wire; null if unknown. */
  size: 'number >= 0 | null',
  /** Null without a response. */
  status: 'number.integer | null',
  /** Whether it is of the site of the page: failures of others do not count. */
  first_party: 'boolean',
  /** Why it did not load. */
  'failure?': 'string',
})

const consoleMessage = shape({
  /** `error`: also an exception that nothing caught. */
  level: "'error' | 'warning'",
  text: 'string',
  /** Address and line of the script; null if unknown. */
  url: 'string | null',
  line: 'number.integer | null',
  /** Milliseconds since the navigation began. */
  at: 'number >= 0',
})

/** A step of a journey as it went. */
const stepOutcome = shape({
  /** Counted from 1. */
  number: 'number.integer >= 1',
  kind: oneOf(STEP_KINDS),
  /** The step in words, secrets masked: `click button “Sign in”`. */
  words: 'string',
  status: "'passed' | 'failed' | 'skipped'",
  /** Milliseconds since the run began. */
  start: 'number >= 0',
  duration: 'number >= 0',
  /** Why it failed, in a sentence; null otherwise. */
  error: 'string | null',
  /** Address of the page after the step; null if it was skipped. */
  url: 'string | null',
})

/** The browser's part of a result detail. Secrets are masked before it leaves the agent. */
export const browserDetail = shape({
  /** Name and version, such as `chromium 141.0.7390.37`. */
  browser: 'string',
  viewport: { width: 'number.integer', height: 'number.integer' },
  /** Title and address at the end. */
  title: 'string | null',
  url: 'string',
  vitals,
  resources: [pageResource, '[]'],
  /** Resources beyond those that are kept. */
  resources_left: 'number.integer >= 0',
  console: [consoleMessage, '[]'],
  steps: [stepOutcome, '[]'],
  /** Numbers of the pictures that were taken: 0 is the page at the end, others are those of their step. */
  pictures: 'number.integer[]',
})
