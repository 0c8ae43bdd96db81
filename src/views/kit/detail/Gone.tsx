import { LinkTo } from '../../parts/act/Go.tsx'
import type { LinkTarget } from '../../parts/act/links.ts'
import { ErrorState } from '../../parts/text/ErrorState.tsx'

/** Page of an object that was deleted while it was open. */
export const Gone = ({
  sentence,
  back: { label, ...to },
}: {
  sentence: string
  back: LinkTarget & { label: string }
}) => (
  <ErrorState
    page
    sentence={sentence}
    actions={
      <LinkTo {...to} kind="primary">
        {label}
      </LinkTo>
    }
  />
)
