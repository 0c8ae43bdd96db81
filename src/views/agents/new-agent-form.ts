import { choice, text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'

export type NewAgentDraft = { readonly location: string; readonly bound: string; readonly expires: string }

const EXPIRIES = [
  { value: '1', label: 'in a day' },
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '', label: 'never' },
]

/** The form that makes the command for a new agent. */
export const newAgentForm = recordTable<NewAgentDraft>()({
  fields: {
    location: text({
      label: 'Location id',
      placeholder: 'office_berlin',
      hint: 'Agents with the same id share its runs.',
      mono: true,
      autoFocus: true,
      maxLength: 63,
    }),
    bound: choice({ label: 'Runs monitors of', hint: 'It gets their secrets, and no others.', options: [] }),
    expires: choice({
      label: 'Token expires',
      hint: 'Agents that have joined stay.',
      options: EXPIRIES,
      blank: '7',
    }),
  },
  rules: ({ location }) =>
    /^[a-z0-9][a-z0-9_-]{0,62}$/.test(location)
      ? []
      : [{ field: 'location', message: 'Enter lower-case letters, digits, hyphens and underscores.' }],
})
