import { classNames } from '../parts/text/class-names.ts'
import classes from './PasswordStrength.module.css'
import { strengthOf } from './password-strength.ts'

const STEPS = [1, 2, 3, 4] as const

/** Strength of a new password in words; the bars repeat them. */
export const PasswordStrength = ({ password, email }: { password: string; email: string }) => {
  const { step, words } = strengthOf(password, email)
  // The field shows rule violations itself on blur.
  if (step === 0) return <>At least 10 characters. A few unrelated words are easy to remember.</>
  return (
    <span className={classes.strength}>
      <span className={classes.bars} aria-hidden="true">
        {STEPS.map((bar) => (
          <span key={bar} className={classNames(classes.bar, bar <= step && classes.full)} />
        ))}
      </span>
      <span role="status">{words}</span>
    </span>
  )
}
