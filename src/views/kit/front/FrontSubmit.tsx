import { Act } from '../../parts/act/Act.tsx'
import { useWait } from './next-try.ts'
import type { FrontDraft, FrontForm } from './use-front-form.ts'

type FrontSubmitProps<Draft extends FrontDraft> = {
  form: FrontForm<Draft, unknown>
  command: string
  label: string
}

/** The one button that sends a form of the front pages; Enter does the same. */
export const FrontSubmit = <Draft extends FrontDraft>({ form, command, label }: FrontSubmitProps<Draft>) => {
  const wait = useWait(form.failure)
  return (
    <Act
      command={command}
      kind={wait === '' ? 'primary' : 'secondary'}
      wide
      submits
      label={wait === '' ? label : `${label} in ${wait}`}
      hint={false}
      pending={form.sending}
    />
  )
}
