import { Act } from '../../parts/act/Act.tsx'
import { useWait } from './next-try.ts'
import type { FrontDraft, FrontForm } from './use-front-form.ts'

type FrontSubmitProps<Draft extends FrontDraft> = {
  form: FrontForm<Draft, unknown>
  command: string
  label: string
}

/** Submit button of a front page's form. */
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
