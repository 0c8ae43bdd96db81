import type { ReactNode } from 'react'
import type { Failure } from '../../../../machines/resource/failure.ts'
import { useSlow } from '../../core/use-slow.ts'
import { Loading } from '../../parts/text/Loading.tsx'
import { LoadError } from './LoadError.tsx'

/** A reading of an endpoint, as `useResource` returns it. */
export type Reading<Data> = {
  readonly status: 'notSet' | 'pending' | 'success' | 'failed'
  readonly data: Data | undefined
  readonly error: Failure | null
  refetch(): void
}

type LoadedProps<Data> = {
  readonly of: Reading<Data>
  /** Heading of the page while it loads. */
  readonly label?: string
  /** Stands for the whole page; otherwise for a part of it. */
  readonly page?: boolean
  readonly children: (data: Data) => ReactNode
}

/** Draws loaded data; until then nothing, a spinner after a moment, or the error of the first load with "Try again". */
export const Loaded = <Data,>({ of, label, page = true, children }: LoadedProps<Data>) => {
  const { status, data, error, refetch } = of
  const slow = useSlow(status === 'pending' && data === undefined)
  if (data !== undefined) return children(data)
  if (error) return <LoadError page={page} error={error} refetch={refetch} />
  return slow ? <Loading page={page} {...(label !== undefined && { label })} /> : null
}
