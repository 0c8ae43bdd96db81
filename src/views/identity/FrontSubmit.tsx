import { Act } from '../parts/Act.tsx'
import { useSecondsLeft } from './FrontFailure.tsx'
import type { FrontDraft, FrontForm } from './use-front-form.ts'

type FrontSubmitProps<Draft extends FrontDraft> = {
  form: FrontForm<Draft, unknown>
  command: string
  label: string
}

/** The one button that sends a form of the front pages; Enter does the same. */
export const FrontSubmit = <Draft extends FrontDraft>({ form, command, label }: FrontSubmitProps<Draft>) => {
  const waits = useSecondsLeft(form.failure) > 0
  return (
    <Act command={command} kind="primary" wide submits label={label} hint={false} pending={form.sending || waits} />
  )
}
