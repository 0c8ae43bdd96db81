import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Checkbox } from '../../parts/form/Checkbox.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { TextInput } from '../../parts/form/TextInput.tsx'
import classes from './Front.module.css'
import { sentenceOf } from './sentence.ts'
import type { FrontDraft, FrontForm } from './use-front-form.ts'

type FrontFieldProps<Draft extends FrontDraft> = {
  form: FrontForm<Draft, unknown>
  field: keyof Draft & string
  label: string
  type?: 'text' | 'email' | 'password'
  autoComplete: 'username' | 'email' | 'name' | 'organization' | 'current-password' | 'new-password' | 'off'
  autoFocus?: boolean
  optional?: boolean
  hint?: ReactNode
}

/** A field of a front page. A password can be shown while it is typed, and is focused after a refusal. */
export const FrontField = <Draft extends FrontDraft>(props: FrontFieldProps<Draft>) => {
  const { form, field, label, type = 'text', autoComplete, autoFocus, optional, hint } = props
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const wasWrong = type === 'password' && form.failure?.status === 401
  useEffect(() => {
    if (wasWrong) input.current?.select()
  }, [wasWrong])
  const problem = form.problemOf(field)
  return (
    <div className={classes.field}>
      <Field label={label} error={problem && sentenceOf(problem)} hint={hint} optional={optional}>
        <TextInput
          inputRef={input}
          name={field}
          type={type === 'password' && isShown ? 'text' : type}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          value={form.draft[field] ?? ''}
          onValue={(value) => form.change(field, value)}
          onLeave={() => form.draft[field] !== '' && form.leave(field)}
        />
      </Field>
      {type === 'password' && (
        <Checkbox checked={isShown} onValue={setShown} className={classes.show}>
          Show the password
        </Checkbox>
      )}
    </div>
  )
}
