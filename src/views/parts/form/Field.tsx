import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from '../text/class-names.ts'
import { StatusShape } from '../text/StatusShape.tsx'
import classes from './Field.module.css'

/** Attributes that a control takes from the field around it. */
export type FieldBinding = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

const FieldContext = createContext<FieldBinding | null>(null)

/** Attributes from the field around a control; a control without a field names itself by `label` or `id`. */
export const useField = (own: { id?: string | undefined; invalid?: boolean | undefined }): Partial<FieldBinding> => {
  const field = useContext(FieldContext)
  return {
    ...field,
    ...(own.id === undefined ? {} : { id: own.id }),
    ...(own.invalid === undefined ? {} : { 'aria-invalid': own.invalid || undefined }),
  }
}

type FieldProps = {
  label: ReactNode
  /** One sentence that names the fix; null or absent without an error. */
  error?: string | null | undefined
  hint?: ReactNode
  optional?: boolean | undefined
  /** The control's id, which the error summary links to; generated unless given. */
  id?: string | undefined
  /** For screen readers only, where the page shows it already. */
  hiddenLabel?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

type ProblemProps = {
  id?: string | undefined
  /** It is about controls without a field of their own: the summary leads to the error itself. */
  focusable?: boolean | undefined
  children: ReactNode
}

/** Error of a field. */
export const Problem = ({ id, focusable, children }: ProblemProps) => (
  <p className={classes.problem} id={id} tabIndex={focusable ? -1 : undefined}>
    <StatusShape category="FAIL" />
    <span>{children}</span>
  </p>
)

/** A label, its control, its error and its hint. */
export const Field = ({ label, error, hint, optional, id, hiddenLabel, className, children }: FieldProps) => {
  const made = useId()
  const own = id ?? made
  const describedBy = classNames(error && `${own}-error`, hint !== undefined && `${own}-hint`)
  return (
    <div className={classNames(classes.field, className)}>
      <label htmlFor={own} className={hiddenLabel ? 'sr' : classes.label}>
        {label}
        {optional && <span className={classes.optional}> optional</span>}
      </label>
      <FieldContext
        value={{ id: own, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined }}
      >
        {children}
      </FieldContext>
      {error && <Problem id={`${own}-error`}>{error}</Problem>}
      {hint !== undefined && (
        <p className={classes.hint} id={`${own}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Several controls under one name, such as a list of boxes to tick. */
export const FieldGroup = ({ label, error, hint, optional, id, className, children }: FieldProps) => {
  const made = useId()
  const own = id ?? made
  return (
    <fieldset
      className={classNames(classes.field, className)}
      id={own}
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={classNames(error && `${own}-error`, hint !== undefined && `${own}-hint`) || undefined}
    >
      <legend className={classes.label}>
        {label}
        {optional && <span className={classes.optional}> optional</span>}
      </legend>
      {children}
      {error && <Problem id={`${own}-error`}>{error}</Problem>}
      {hint !== undefined && (
        <p className={classes.hint} id={`${own}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
