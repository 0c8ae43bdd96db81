import { useCallback } from 'react'
import type { Failure } from '../../../../machines/resource/failure.ts'
import { useScreenEvents } from '../../core/screen-machines.ts'
import { Act } from '../../parts/act/Act.tsx'
import { LinkTo } from '../../parts/act/Go.tsx'
import type { LinkTarget } from '../../parts/act/links.ts'
import { ErrorState } from '../../parts/text/ErrorState.tsx'

const detailsOf = ({ operation, message, status, statusText, url, at }: Failure) => ({
  operation,
  message,
  status: status === null ? null : `${status} ${statusText}`.trim(),
  address: url,
  time: at === null ? null : new Date(at).toISOString(),
})

type TroubleProps = {
  readonly error: Failure
  readonly refetch: () => void
  /** Stands for the whole page. */
  readonly page?: boolean
  /** Where to go when the object does not exist. */
  readonly back?: LinkTarget & { readonly label: string }
}

/** Error in place of data that did not load, with "Try again". */
export const LoadError = ({ error, refetch, page = false, back }: TroubleProps) => {
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'RETRY') refetch()
      },
      [refetch],
    ),
  )
  const missing = error.status === 404
  return (
    <ErrorState
      page={page}
      {...((missing || error.status === 403) && { sentence: error.message })}
      actions={
        missing && back ? (
          <LinkTo {...back} kind="primary">
            {back.label}
          </LinkTo>
        ) : (
          <Act command="screen.retry" kind="primary" />
        )
      }
      details={detailsOf(error)}
    />
  )
}
