import type { UndoStep } from '../../../../machines/undo.ts'
import { failureSentence } from '../failure-sentence.ts'
import { isFinal } from './undo-failures.ts'

/** A step of an undo that was not carried out, and why. */
export type FailedStep = { readonly step: UndoStep; readonly failure: unknown }

/** Failures that are named; the others are counted. */
const MOST_NAMED = 5

/** Steps that a later attempt may still carry out. */
export const leftOf = (failed: readonly FailedStep[]): readonly UndoStep[] =>
  failed.flatMap(({ step, failure }) => (isFinal(failure) ? [] : [step]))

/**
 * The sentence about an action of several steps that was undone in part, or not at all: how much was, what was not and why. `said` is
 * `Undid` or `Redid`.
 */
export const partlyUndone = (
  { text, steps }: { readonly text: string; readonly steps: readonly UndoStep[] },
  failed: readonly FailedStep[],
  said: 'Undid' | 'Redid',
): string => {
  const not = said === 'Undid' ? 'Not undone' : 'Not redone'
  const named = failed.slice(0, MOST_NAMED).map(({ step, failure }) => `${not}: ${withObject(step, failure)}`)
  const more = failed.length > MOST_NAMED ? [`${not}: ${failed.length - MOST_NAMED} more.`] : []
  return [`${said} ${steps.length - failed.length} of ${steps.length} steps: ${text}.`, ...named, ...more].join(' ')
}

const withObject = (step: UndoStep, failure: unknown): string => {
  const sentence = failureSentence(failure)
  const name = objectOf(step)
  return name === '' || sentence.includes(name) ? sentence : `“${name}”: ${sentence}`
}

/** The object of a step: its name, or else its id; empty where it has none, as of preferences. */
const objectOf = (step: UndoStep): string => {
  const ids = 'command' in step ? step.args : step.params
  return step.name || String(Object.values(ids).find((value) => typeof value === 'string') ?? '')
}
