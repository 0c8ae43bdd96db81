import { useRef } from 'react'
import { TEMPLATE_VARIABLES } from '../../domain/alerts/alert-message.ts'
import { Field } from '../parts/form/Field.tsx'
import { Inserts } from '../parts/form/Inserts.tsx'
import { TextArea, TextInput } from '../parts/form/TextInput.tsx'
import classes from './form.module.css'

type TemplateFieldProps = {
  label: string
  hint: string
  optional: boolean
  id: string
  value: string
  error: string | undefined
  lines: boolean
  onValue: (value: string) => void
  onLeave: () => void
}

/** Variables offered for a subject; a text is offered all. */
const SHORT = new Set(['call_meta.name', 'result_class', 'kind', 'http_code', 'location_id', 'in_a_row', 'duration'])

/** A template: text with variables, which are inserted at the caret. */
export const TemplateField = (props: TemplateFieldProps) => {
  const { label, hint, optional, id, value, error, lines, onValue, onLeave } = props
  const caret = useRef<number | null>(null)
  const insert = (name: string) => {
    const control = document.getElementById(id)
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
    const [from, to] = isText
      ? [control.selectionStart ?? value.length, control.selectionEnd ?? value.length]
      : [value.length, value.length]
    const piece = `{{ ${name} }}`
    onValue(value.slice(0, from) + piece + value.slice(to))
    caret.current = from + piece.length
    requestAnimationFrame(() => {
      if (!isText) return
      control.focus()
      control.setSelectionRange(caret.current, caret.current)
    })
  }
  const control = { id, value, onValue, onLeave, mono: true }
  return (
    <Field label={label} hint={hint} optional={optional} id={id} error={error}>
      {lines ? <TextArea {...control} rows={9} className={classes.template} /> : <TextInput {...control} />}
      <Inserts
        label={`Insert a variable into ${label.toLowerCase()}`}
        items={TEMPLATE_VARIABLES.filter(({ name }) => lines || SHORT.has(name))}
        onInsert={insert}
      />
    </Field>
  )
}
