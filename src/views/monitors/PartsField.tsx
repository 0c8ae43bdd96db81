import { isFilePart, type RequestPart } from '../../domain/monitors/body-rules.ts'
import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PlaceholderInput } from '../parts/form/PlaceholderInput.tsx'
import { SecretToggle } from '../parts/form/SecretToggle.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { FilePick } from './FilePick.tsx'
import classes from './form.module.css'
import { secretRuleOf } from './named-pairs.ts'

type PartsFieldProps = {
  readonly parts: readonly RequestPart[]
  readonly problems: readonly FormProblem[]
  readonly onParts: (parts: readonly RequestPart[]) => void
  readonly onLeave: (field: string) => void
}

const KINDS = [
  { value: 'text', label: 'Text' },
  { value: 'file', label: 'File' },
]

/** A part as text or as a file. */
const asKind = ({ name, content_type = null, file_name = null }: RequestPart, kind: string): RequestPart => ({
  name,
  content_type,
  file_name,
  ...(kind === 'file' ? { file_id: null } : { value: '' }),
})

/** The parts of a multipart body: names with a text or a file each. */
export const PartsField = ({ parts, problems, onParts, onLeave }: PartsFieldProps) => {
  const change = (row: number, changed: Partial<RequestPart>) =>
    onParts(parts.map((part, at) => (at === row ? { ...part, ...changed } : part)))
  const whole = problemAt(problems, 'request.parts')
  return (
    <div className="stack">
      {parts.map((part, row) => {
        const at = `request.parts[${row}]`
        const called = part.name || `${row + 1}`
        const wrong = (field: string) => problemAt(problems, `${at}.${field}`)
        const pair = { name: part.name, value: part.value ?? '', secret: part.secret }
        const own = problems.filter(({ field }) => field.startsWith(`${at}.`))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and be empty; the order is the identity
          <div key={row} className={classes.part}>
            <TextInput
              mono
              id={fieldId(`${at}.name`)}
              label={`Name of part ${row + 1}`}
              placeholder="name"
              invalid={wrong('name') !== undefined}
              value={part.name}
              onValue={(name) => change(row, { name })}
              onLeave={() => onLeave(`${at}.name`)}
            />
            <Select
              label={`Kind of part ${called}`}
              value={isFilePart(part) ? 'file' : 'text'}
              options={KINDS}
              onValue={(kind) => onParts(parts.map((each, nth) => (nth === row ? asKind(each, kind) : each)))}
            />
            {isFilePart(part) ? (
              <FilePick
                id={fieldId(`${at}.file_id`)}
                label={`File of part ${called}`}
                invalid={wrong('file_id') !== undefined}
                value={part.file_id ?? ''}
                wanted={part.file_name ?? null}
                onValue={(id) => change(row, { file_id: id === '' ? null : id })}
              />
            ) : (
              <PlaceholderInput
                mono
                id={fieldId(`${at}.value`)}
                label={`Value of part ${called}`}
                invalid={wrong('value') !== undefined}
                value={part.value ?? ''}
                onValue={(value) => change(row, { value })}
                onLeave={() => onLeave(`${at}.value`)}
              />
            )}
            <TextInput
              mono
              id={fieldId(`${at}.content_type`)}
              label={`Media type of part ${called}`}
              placeholder={isFilePart(part) ? 'type of the file' : 'no media type'}
              invalid={wrong('content_type') !== undefined}
              value={part.content_type ?? ''}
              onValue={(type) => change(row, { content_type: type === '' ? null : type })}
              onLeave={() => onLeave(`${at}.content_type`)}
            />
            <SecretToggle
              name={`part ${called}`}
              pair={pair}
              rule={isFilePart(part) ? 'never' : secretRuleOf(pair)}
              onSecret={({ secret, value }) =>
                change(row, { ...(secret !== undefined && { secret }), ...(value !== undefined && { value }) })
              }
            />
            <FormButton
              label={`Remove part ${called}`}
              icon="close"
              kind="ghost"
              size="small"
              iconOnly
              onPress={() => onParts(parts.filter((_, nth) => nth !== row))}
            />
            {own.map(({ field, message }) => (
              <div key={field} className={classes.partProblem}>
                <Problem>{message}</Problem>
              </div>
            ))}
          </div>
        )
      })}
      {whole && (
        <Problem id={fieldId('request.parts')} focusable>
          {whole}
        </Problem>
      )}
      <div className="row">
        <FormButton
          label="Add text"
          icon="plus"
          kind="ghost"
          size="small"
          onPress={() => onParts([...parts, { name: '', value: '' }])}
        />
        <FormButton
          label="Add file"
          icon="plus"
          kind="ghost"
          size="small"
          onPress={() => onParts([...parts, { name: 'file', file_id: null }])}
        />
      </div>
    </div>
  )
}
