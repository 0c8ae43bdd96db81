import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { Field, Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PairGrid } from '../parts/form/PairGrid.tsx'
import { PlaceholderArea } from '../parts/form/PlaceholderInput.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { TextArea } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { BODY_MODES, type BodyMode, formBody, formPairs, headersFor } from './body-mode.ts'
import { FilePick } from './FilePick.tsx'
import classes from './form.module.css'
import type { MonitorForm } from './monitor-form.ts'
import { toNamed, toPairs } from './named-pairs.ts'
import { PartsField } from './PartsField.tsx'
import { shownFields, withFields } from './secret-fields.ts'

type Request = MonitorForm['request']

const OPTIONS = Object.entries(BODY_MODES).map(([value, { label }]) => ({ value, label }))
const TEXTS: ReadonlySet<BodyMode> = new Set(['text', 'json', 'xml'])
const isMode = (text: string): text is BodyMode => Object.hasOwn(BODY_MODES, text)

/** Changes the type of a body: its content is converted where possible, and the content type follows. */
const inMode = (request: Request, bodyMode: BodyMode): Request => {
  const { bodyMode: before, body, fields } = request
  const headers = headersFor(bodyMode, request.headers)
  if (bodyMode === 'form')
    return {
      ...request,
      headers,
      bodyMode,
      fields: fields.length > 0 ? fields : formPairs(body.includes('=') ? body : ''),
    }
  // What another kind of body holds is kept for when one comes back to it.
  const isText = TEXTS.has(bodyMode)
  return { ...request, headers, bodyMode, body: isText && before === 'form' && body === '' ? formBody(fields) : body }
}

type BodyFieldProps = {
  readonly request: Request
  readonly error: string | undefined
  readonly problems: readonly FormProblem[]
  readonly onRequest: (request: Request) => void
  readonly onLeave: (field: string) => void
}

/** Body of a request, with an editor for its type. */
export const BodyField = ({ request, error, problems, onRequest, onLeave }: BodyFieldProps) => {
  const { bodyMode, body } = request
  return (
    <Card
      title="Body"
      actions={
        <Segmented
          label="Body type"
          value={bodyMode}
          options={OPTIONS}
          onValue={(mode) => isMode(mode) && onRequest(inMode(request, mode))}
        />
      }
    >
      {bodyMode === 'none' && <p className="muted">No body is sent.</p>}
      {bodyMode === 'form' && (
        <PairGrid
          kind="field"
          pairs={toNamed(shownFields(request))}
          onPairs={(pairs) => onRequest(withFields(request, toPairs(pairs)))}
          secretRule={() => 'optional'}
          placeholders
        />
      )}
      {(bodyMode === 'none' || bodyMode === 'form') && error !== undefined && (
        <Problem id={fieldId('request.body')} focusable>
          {error}
        </Problem>
      )}
      {bodyMode === 'multipart' && (
        <PartsField
          parts={request.parts}
          problems={problems}
          onParts={(parts) => onRequest({ ...request, parts })}
          onLeave={onLeave}
        />
      )}
      {bodyMode === 'file' && (
        <Field
          label="File"
          error={problemAt(problems, 'request.fileId')}
          hint="It is sent with its own media type, unless a Content-Type header says another."
          id={fieldId('request.fileId')}
        >
          <FilePick value={request.fileId} onValue={(fileId) => onRequest({ ...request, fileId })} />
        </Field>
      )}
      {bodyMode === 'binary' && (
        <Field
          label="Binary body"
          hiddenLabel
          error={problemAt(problems, 'request.binary')}
          hint="Base64; it is sent decoded."
          id={fieldId('request.binary')}
        >
          <TextArea
            mono
            className={classes.body}
            rows={6}
            value={request.binary}
            onValue={(binary) => onRequest({ ...request, binary })}
            onLeave={() => onLeave('request.binary')}
          />
        </Field>
      )}
      {TEXTS.has(bodyMode) && (
        <Field label={`${BODY_MODES[bodyMode].label} body`} hiddenLabel error={error} id={fieldId('request.body')}>
          <PlaceholderArea
            mono
            className={classes.body}
            rows={Math.min(24, Math.max(6, body.split('\n').length + 1))}
            value={body}
            onValue={(text) => onRequest({ ...request, body: text })}
            onLeave={() => onLeave('request.body')}
          />
        </Field>
      )}
    </Card>
  )
}
