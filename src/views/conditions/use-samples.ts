import { useMemo, useState } from 'react'
import type { Samples } from './ResponsePanel.tsx'
import type { Sample } from './sample-response.ts'
import { useLastResponse } from './use-last-response.ts'

/** The responses that conditions of a monitor can be tried against: its newest result, and a trial that was just run, which shows first. */
export const useSamples = (monitorId: string | null, trial: Sample | null): Samples => {
  const { sample: newest, isLoading } = useLastResponse(monitorId)
  const [chosen, setChosen] = useState<{ readonly kind: Sample['kind']; readonly trial: string | null }>({
    kind: 'trial',
    trial: null,
  })
  return useMemo(() => {
    const all = [trial, newest].filter((one) => one !== null)
    // A trial that ran since is of more interest than what was chosen before.
    const kind = chosen.trial === (trial?.id ?? null) ? chosen.kind : 'trial'
    return {
      shown: all.find((one) => one.kind === kind) ?? all[0] ?? null,
      all,
      isLoading,
      onShow: (id: string) =>
        setChosen({ kind: all.find((one) => one.id === id)?.kind ?? 'trial', trial: trial?.id ?? null }),
    }
  }, [trial, newest, isLoading, chosen])
}
