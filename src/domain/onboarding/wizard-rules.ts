import type { Problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { type HttpMethod, monitorProblems } from '../monitors/monitor-rules.ts'
import type { Watch } from '../monitors/watch.ts'
import { frequencySeconds } from '../schedules/schedule-times.ts'

/** The steps of getting started, in their order. */
export const WIZARD_STEPS = ['info', 'project', 'monitor', 'samples', 'summary'] as const
export type WizardStep = (typeof WIZARD_STEPS)[number]

/** What is written in the steps. */
export type WizardDraft = {
  readonly info: { readonly name: string; readonly company: string; readonly role: string }
  readonly project: {
    readonly name: string
    /** Parted by commas. */
    readonly tags: string
    /** The region whose locations are chosen at first. */
    readonly region: string
  }
  readonly monitor: {
    readonly method: HttpMethod
    readonly url: string
    readonly name: string
    /** The status that is right, as it is typed; empty: any that is no error. */
    readonly expect: string
    readonly everySeconds: number
    /** Ids of the locations that are chosen. */
    readonly locations: readonly string[]
  }
}

/** The tags of a list that is parted by commas. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** What is watched as the third step says; `all` are the ids of the locations that there are: all of them is everywhere. */
export const watchOf = ({ monitor }: WizardDraft, all: readonly string[]): Watch => ({
  method: monitor.method,
  url: monitor.url.trim(),
  name: monitor.name.trim() || undefined,
  expect: monitor.expect.trim() === '' ? undefined : Number(monitor.expect),
  everySeconds: monitor.everySeconds,
  locations: all.every((id) => monitor.locations.includes(id)) ? [] : monitor.locations,
})

const problem = (field: string, code: Problem['code'], message: string): Problem => ({ field, code, message })

const STATUS = /^[1-5]\d\d$/

const addressProblems = (url: string): Problem[] => {
  const field = 'monitor.url'
  if (url.trim() === '')
    return [problem(field, 'required', 'Type the address to call, such as https://api.example.com/health.')]
  return monitorProblems({ request: { url: url.trim() } }).map(({ code, message }) =>
    problem(
      field,
      code,
      code === 'forbidden'
        ? message
        : 'The address begins with https:// or http://, such as https://api.example.com/health.',
    ),
  )
}

/** What keeps a step from being done, each problem at its field such as `monitor.url`. */
export const wizardProblems = (step: WizardStep, draft: WizardDraft): Problem[] => {
  const { info, project, monitor } = draft
  if (step === 'info')
    return info.name.trim() === '' ? [problem('info.name', 'required', 'Say what you are called.')] : []
  if (step === 'project')
    return [
      ...(project.name.trim() === '' ? [problem('project.name', 'required', 'Give the project a name.')] : []),
      ...tagProblems('project.tags', tagsOf(project.tags)).map((one) => ({ ...one, field: 'project.tags' })),
    ]
  if (step !== 'monitor') return []
  return [
    ...addressProblems(monitor.url),
    ...(monitor.expect.trim() === '' || STATUS.test(monitor.expect.trim())
      ? []
      : [problem('monitor.expect', 'invalid', 'A status is a number from 100 to 599, such as 200.')]),
    ...(monitor.locations.length === 0
      ? [problem('monitor.locations', 'required', 'Choose a location to run from.')]
      : []),
    ...(frequencySeconds(monitor.everySeconds) === null
      ? [problem('monitor.everySeconds', 'range', 'Choose how often it runs.')]
      : []),
  ]
}
