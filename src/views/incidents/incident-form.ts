import { IMPACTS, INCIDENT_STATES, type IncidentState } from '../../contract/incidents/incident-words.ts'
import { incidentProblems } from '../../domain/incidents/incident-rules.ts'
import { choice, linesOrNone, text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import { impactWords, stateWords } from './incident-words.ts'

type Draft = {
  readonly title: string
  readonly impact: string
  readonly cause: string | null
  readonly cause_public: string
}

const impactOf = (value: string) => IMPACTS.find((each) => each === value) ?? 'major'

/** The form of an incident's title, impact and cause. */
export const incidentTable = recordTable<Draft>()({
  fields: {
    title: text({
      label: 'Title',
      hint: 'What does not work, as those who use it would say it.',
      autoComplete: 'off',
      autoFocus: true,
      maxLength: 200,
    }),
    impact: choice({
      label: 'Impact',
      options: IMPACTS.map((value) => ({ value, label: impactWords[value] })),
      blank: 'major',
    }),
    cause: linesOrNone({ label: 'Cause', rows: 3, optional: true }),
    cause_public: choice({
      label: 'The cause is shown',
      options: [
        { value: 'no', label: 'To members of the project' },
        { value: 'yes', label: 'In the public report, too' },
      ],
      blank: 'no',
    }),
  },
  write: ({ title, impact, cause, cause_public }) => ({
    title,
    impact: impactOf(impact),
    cause: cause ?? '',
    cause_public: cause_public === 'yes',
  }),
  rules: ({ title }) => incidentProblems({ title }, { now: Number.MAX_SAFE_INTEGER, ended: null }),
})

type UpdateDraft = { readonly text: string | null; readonly state: string; readonly visibility: string }

const stateOf = (value: string): IncidentState => INCIDENT_STATES.find((each) => each === value) ?? 'investigating'

/** The form of an update. */
export const updateTable = recordTable<UpdateDraft>()({
  fields: {
    text: linesOrNone({ label: 'Update', rows: 4 }),
    state: choice({
      label: 'State',
      options: INCIDENT_STATES.map((value) => ({ value, label: stateWords[value] })),
      blank: 'investigating',
    }),
    visibility: choice({
      label: 'For',
      options: [
        { value: 'internal', label: 'Members of the project' },
        { value: 'public', label: 'The public' },
      ],
      blank: 'internal',
    }),
  },
  write: ({ text: written, state, visibility }) => ({
    text: written ?? '',
    state: stateOf(state),
    public: visibility === 'public',
  }),
  rules: ({ text: written }) => incidentProblems({ text: written }, { now: Number.MAX_SAFE_INTEGER, ended: null }),
})
