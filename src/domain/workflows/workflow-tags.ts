import { type Problem, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import type { Retry } from '../schedules/retry.ts'
import {
  isRetryTag,
  type RetryText,
  reconciledRetry,
  retryHomeOf,
  retryOf,
  retryTagProblems,
  retryTextOf,
} from '../schedules/retry-settings.ts'

/** The tag that forbids parallel runs of a workflow. */
const MUTEX_TAG = 'sys:workflow_mutex'

/** The tag that shows a workflow as a button on the project’s home. */
const ACTION_TAG = 'sys:project_action'

const LOCATION_PREFIX = 'sys:location_id:'

/** Whether runs of a workflow may not overlap. */
export const isExclusive = (tags: readonly string[]): boolean => tags.includes(MUTEX_TAG)

/** Whether the home of the project shows a workflow as a button. */
export const isProjectAction = (tags: readonly string[]): boolean => tags.includes(ACTION_TAG)

/** The location that a workflow always runs from; null if schedules and callers choose. */
export const fixedLocationOf = (tags: readonly string[]): string | null =>
  tags.find((tag) => tag.startsWith(LOCATION_PREFIX))?.slice(LOCATION_PREFIX.length) ?? null

/** Settings of a workflow's runs that are stored as tags; absent ones stay as they are. */
type RunSettings = {
  /** Whether runs may overlap. */
  readonly overlap?: boolean | undefined
  /** Whether the home of the project shows it as a button. */
  readonly action?: boolean | undefined
  /** The only location; null for any. */
  readonly location?: string | null | undefined
}

/** The tags with these settings. */
export const withRunSettings = (tags: readonly string[], { overlap, action, location }: RunSettings): string[] => {
  const turned = (all: readonly string[], tag: string, isOn: boolean | undefined): readonly string[] =>
    isOn === undefined ? all : [...all.filter((each) => each !== tag), ...(isOn ? [tag] : [])]
  const placed =
    location === undefined
      ? tags
      : [
          ...tags.filter((tag) => !tag.startsWith(LOCATION_PREFIX)),
          ...(location === null ? [] : [`${LOCATION_PREFIX}${location}`]),
        ]
  return [...turned(turned(placed, MUTEX_TAG, overlap === undefined ? undefined : !overlap), ACTION_TAG, action)]
}

/** Field errors of the tags at `field`, those of reserved ones included. */
export const workflowTagProblems = (field: string, tags: readonly string[]): Problem[] => [
  ...tagProblems(field, tags),
  ...retryTagProblems(field, tags),
  ...tags
    .flatMap((tag, index) => (tag.startsWith(LOCATION_PREFIX) ? [{ tag, at: `${field}[${index}]` }] : []))
    .flatMap(({ tag, at }, nth): Problem[] => {
      if (nth > 0) return [problem(at, 'duplicate', `must be the only tag ${LOCATION_PREFIX.slice(0, -1)}.`)]
      return tag === LOCATION_PREFIX
        ? [problem(at, 'required', `must have the id of a location after ${LOCATION_PREFIX}.`)]
        : []
    }),
]

/** The retry settings of a workflow, in place of its schedules’; `null` switches retries off, `undefined` leaves them to the schedule. */
export const workflowRetryOf = (tags: readonly string[]): Retry | null | undefined => {
  const home = reconciledRetry({ backoff_method: null, tags: [] }, { tags })
  return home.backoff_method === null ? undefined : retryOf(home)
}

/** The retry settings of a workflow as text; null if it leaves them to its schedules. */
export const workflowRetryText = (tags: readonly string[]): RetryText | null => {
  const home = reconciledRetry({ backoff_method: null, tags: [] }, { tags })
  return home.backoff_method === null ? null : retryTextOf(home)
}

/** The tags with these retry settings; null leaves them to the schedules. */
export const withWorkflowRetry = (tags: readonly string[], retry: RetryText | null): string[] =>
  retry === null
    ? tags.filter((tag) => !isRetryTag(tag))
    : [...retryHomeOf(retry, tags).tags, `sys:backoff:${retry.method}`]
