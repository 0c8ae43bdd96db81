import { useTitle } from '../core/use-current-route.ts'
import { LinkTo } from '../parts/act/Go.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'

/** The address leads to nothing that this account may see; whether it exists is not told. */
export const NothingHere = () => {
  useTitle('Not found')
  return (
    <>
      <PageHead title="Nothing to see at this address" />
      <EmptyState
        title="It was deleted, never existed, or you have no access to its project"
        actions={
          <LinkTo to="collections" kind="primary">
            Go to your projects
          </LinkTo>
        }
      >
        Check the address. If someone sent you this link, ask them for access to the project.
      </EmptyState>
    </>
  )
}
