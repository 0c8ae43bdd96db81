import type { Command } from '../commands/core/command.ts'
import { shownKind } from '../commands/headless/reads.ts'
import { reasonsOf } from '../domain/results/result-reasons.ts'

type Values = Readonly<Record<string, unknown>>

const MOST_CONDITIONS = 20
const MOST_STEPS = 5
const MOST_REASONS = 3
const LONGEST_TEXT = 300

/** Fields of a result that say how it went, in the order in which they are read. */
const FIELDS = [
  'id',
  'test',
  'result_category',
  'http_code',
  'response_time',
  'location_id',
  'created',
  'exception',
  'meta',
  'timing',
]
const CONDITION_FIELDS = ['name', 'outcome', 'operator', 'expected', 'actual', 'message', 'note', 'scope']
const STEP_FIELDS = ['number', 'words', 'error', 'url']

/** Outcomes of a condition that make a result no pass. */
const NO_PASS: readonly unknown[] = ['fail', 'warning', 'slow']

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectsIn = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isObject) : [])

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value

const picked = (row: Values, fields: readonly string[]): Values =>
  Object.fromEntries(fields.flatMap((key) => (row[key] === undefined ? [] : [[key, cut(row[key])]])))

/** Why a result is no pass, from its detail: the conditions that failed, warned or were slow, and the steps that failed. */
const reasonsIn = ({ conditions, browser }: Values): Values => {
  const all = objectsIn(conditions)
  const broken = all.filter(({ outcome }) => NO_PASS.includes(outcome))
  const steps = objectsIn(isObject(browser) ? browser.steps : []).filter(({ status }) => status === 'failed')
  return {
    ...(Array.isArray(conditions) && {
      conditions: broken.slice(0, MOST_CONDITIONS).map((each) => picked(each, CONDITION_FIELDS)),
      conditions_passed: all.length - broken.length,
      ...(broken.length > MOST_CONDITIONS && { conditions_left_out: broken.length - MOST_CONDITIONS }),
    }),
    ...(steps.length > 0 && { failed_steps: steps.slice(0, MOST_STEPS).map((each) => picked(each, STEP_FIELDS)) }),
  }
}

/** The first reasons why a result of a category is no pass, each of a bounded length; none where it passed or is not there yet. */
export const shortReasons = (category: unknown, result: unknown): { readonly reasons?: readonly string[] } => {
  if (typeof category !== 'string' || category === 'PASS' || category === 'QUEUED') return {}
  const reasons = reasonsOf(result).slice(0, MOST_REASONS)
  return reasons.length === 0 ? {} : { reasons: reasons.map((reason) => reason.slice(0, LONGEST_TEXT)) }
}

/** Whether a call asks for a result without saying how much of it. Such a result is read with its detail, and shown in short. */
export const isResultInShort = (command: Command, args: Values): boolean =>
  shownKind(command) === 'result' && args.mode === undefined

/** A result with its figures and the reasons why it is no pass, without request, response and log. */
export const resultInShort = (result: object): object => {
  const row: Values = { ...result }
  return { ...picked(row, FIELDS), ...shortReasons(row.result_category, row), ...reasonsIn(row) }
}
