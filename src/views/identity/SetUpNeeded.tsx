import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'

/** Sign-in page of an installation that is not set up yet. */
export const SetUpNeeded = () => (
  <Front title="Set up Sonde" lead="This installation is new: nobody has an account yet.">
    <ol className={classes.steps}>
      <li>
        The server printed a one-time link when it started. Look for <code>/setup/</code> in the terminal or in the log
        that the server writes to.
      </li>
      <li>Open that link in this browser. It works once, for anyone who has it.</li>
      <li>Choose the email address and password of the first account, which administers the site.</li>
    </ol>
    <p className={classes.beside}>
      Without the link: start the server with <code>SONDE_ADMIN_EMAIL</code> and <code>SONDE_ADMIN_PASSWORD</code>, and
      the first account is made for you.
    </p>
    <Act command="session.start" kind="secondary" wide label="It is set up: sign in" />
  </Front>
)
