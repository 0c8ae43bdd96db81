import { Act } from '../parts/act/Act.tsx'
import { Notice } from '../parts/text/Notice.tsx'

type Invitation = {
  readonly id: string
  readonly invited_by: string
  readonly project_name: string | null
  readonly org_name: string | null
}

/** Invitations that wait for the answer of the person who is signed in. */
export const OwnInvitations = ({ invitations }: { readonly invitations: readonly Invitation[] }) => (
  <>
    {invitations.map(({ id, invited_by, project_name, org_name }) => (
      <Notice
        key={id}
        kind="info"
        title={`${invited_by} invites you to “${project_name ?? org_name}”`}
        actions={
          <>
            <Act command="invitation.accept" args={{ invitation: id }} size="small" kind="primary" />
            <Act command="invitation.refuse" args={{ invitation: id }} size="small" kind="ghost" />
          </>
        }
      />
    ))}
  </>
)
