import { requestOfCurl } from '../../domain/monitors/curl.ts'
import { DialogForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { linesOrNone } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { Method } from '../parts/text/Tag.tsx'
import classes from './form.module.css'

const curlTable = recordTable<Record<never, never>>()({
  fields: {
    curl: linesOrNone({
      label: 'curl command',
      subject: 'This',
      hint: 'For bash, cmd or PowerShell, as browsers copy it and documentation shows it. Nothing is run.',
      rows: 10,
      mono: true,
    }),
  },
  read: () => ({ curl: '' }),
  rules({ curl }) {
    const message = problemOf(curl ?? '')
    return message === null ? [] : [{ field: 'curl', message }]
  },
})

const problemOf = (command: string): string | null => {
  const reading = requestOfCurl(command)
  return 'problem' in reading ? reading.problem : null
}

/** Whether a text may still become a curl command: it is not judged before its first argument. */
const isBeginning = (text: string): boolean => /^\s*(?:c|cu|cur|curl(?:\.exe)?\s*\S{0,7})?$/i.test(text)

/** The request and the notes of a command, while it is typed. */
const Reading = ({ command }: { command: string }) => {
  const reading = command.trim() === '' ? null : requestOfCurl(command)
  if (reading === null || 'problem' in reading) return null
  const { request, notes } = reading
  return (
    <div className="stack" role="status">
      <p className={classes.read}>
        <Method name={request.method} /> <code>{request.url.replace(/[?#].*$/s, '')}</code>
      </p>
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Dialog that takes a curl command with all its lines and fills the form behind it. */
export const CurlDialog = ({ onCurl }: { onCurl: (command: string) => void }) => {
  const form = useDialogForm({
    table: curlTable,
    base: { curl: '' },
    send: async ({ curl }) => onCurl(curl ?? ''),
  })
  const problem = isBeginning(form.draft.curl) ? null : problemOf(form.draft.curl)
  const problems = problem === null ? form.problems : [{ field: 'curl' as const, message: problem }]
  return (
    <DialogForm
      form={form}
      title="Fill the form from curl"
      failed="The form was not filled"
      sending="monitor.paste-curl"
      closing={{ command: 'monitor.close-curl' }}
      holdsInput={form.draft.curl !== ''}
    >
      <FormField
        form={{ ...form, problems }}
        name="curl"
        placeholder="curl 'https://api.example.com/orders' -H 'Accept: application/json'"
      />
      <Reading command={form.draft.curl} />
    </DialogForm>
  )
}
