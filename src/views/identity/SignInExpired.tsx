import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'

/** The sign-in attempt expired or was completed in another tab. */
export const SignInExpired = () => (
  <Front title="Start again" lead="This sign-in expired or was completed in another tab. Start again; nothing is lost.">
    <Act command="session.start" kind="primary" wide label="Start again" />
  </Front>
)
