import type { ReactNode } from 'react'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import type { Reading } from '../kit/detail/Loaded.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'

type LoadedCardProps<Data extends { readonly results: readonly unknown[] }> = {
  readonly of: Reading<Data>
  readonly title: string
  readonly actions?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** A card with a list that is loaded for it alone. */
export const LoadedCard = <Data extends { readonly results: readonly unknown[] }>({
  of: { data, error, status, refetch },
  title,
  actions,
  children,
}: LoadedCardProps<Data>) => {
  const isSlow = useSlow(status === 'pending' && !data)
  return (
    <Card title={title} sub={data?.results.length} flush actions={actions}>
      {data ? (
        children(data)
      ) : error ? (
        <LoadError error={error} refetch={refetch} />
      ) : (
        isSlow && <Loading page={false} />
      )}
    </Card>
  )
}
