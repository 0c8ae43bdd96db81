import type { Problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { monitorProblems } from '../monitors/monitor-rules.ts'
import type { Watch } from '../monitors/watch.ts'
import { projectNameProblems } from '../projects/project-rules.ts'
import { frequencySeconds } from '../schedules/schedule-times.ts'

/** The steps of the getting-started wizard, in order. */
export const WIZARD_STEPS = ['info', 'project', 'monitor', 'samples', 'summary'] as const
export type WizardStep = (typeof WIZARD_STEPS)[number]

/** Unsaved input of the wizard. */
export type WizardDraft = {
  readonly info: { readonly name: string; readonly company: string; readonly role: string }
  readonly project: {
    readonly name: string
    /** Separated by commas. */
    readonly tags: string
    /** The region whose locations are preselected. */
    readonly region: string
  }
  readonly monitor: {
    readonly method: string
    readonly url: string
    readonly name: string
    /** The accepted status as typed; empty means any status that is not an error. */
    readonly expect: string
    readonly everySeconds: number
    /** Ids of the selected locations. */
    readonly locations: readonly string[]
  }
}

/** Splits comma-separated tags and removes duplicates. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** The monitor to create, from the wizard's third step. `all` are the ids of all locations; selecting all of them means everywhere. */
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
    return [problem(field, 'required', 'Enter the URL to call, such as https://api.example.com/health.')]
  return monitorProblems({ request: { url: url.trim() } }).map(({ code, message }) =>
    problem(
      field,
      code,
      code === 'forbidden'
        ? message
        : 'The URL must start with https:// or http://, such as https://api.example.com/health.',
    ),
  )
}

/** Field errors that keep a step from being completed, each with its field, such as `monitor.url`. */
export const wizardProblems = (step: WizardStep, draft: WizardDraft): Problem[] => {
  const { info, project, monitor } = draft
  if (step === 'info') return info.name.trim() === '' ? [problem('info.name', 'required', 'Enter your name.')] : []
  if (step === 'project')
    return [
      ...projectNameProblems(project.name, 'project.name'),
      ...tagProblems('project.tags', tagsOf(project.tags)).map((one) => ({ ...one, field: 'project.tags' })),
    ]
  if (step !== 'monitor') return []
  return [
    ...addressProblems(monitor.url),
    ...(monitor.expect.trim() === '' || STATUS.test(monitor.expect.trim())
      ? []
      : [problem('monitor.expect', 'invalid', 'The status must be a number from 100 to 599, such as 200.')]),
    ...(monitor.locations.length === 0
      ? [problem('monitor.locations', 'required', 'Choose at least one location.')]
      : []),
    ...(frequencySeconds(monitor.everySeconds) === null
      ? [problem('monitor.everySeconds', 'range', 'Choose how often the monitor runs.')]
      : []),
  ]
}
