import type { FieldProblem, ScheduleForm } from './schedule-form.ts'

/** What every group of fields takes. */
export type FieldProps = {
  readonly form: ScheduleForm
  readonly problems: readonly FieldProblem[]
  readonly onChange: (path: string, value: unknown) => void
  readonly onLeave: (path: string) => void
}
