import type { Command } from '../../commands/core/command.ts'
import type { Reading } from '../../commands/core/line/reading.ts'
import { signatureOf } from '../../commands/core/line/signature.ts'
import classes from './Console.module.css'

/** Syntax of the command; the argument at the caret is bold. */
export const Signature = ({ command, reading }: { command: Command; reading: Reading }) => (
  <div className={classes.signature}>
    <code>
      {signatureOf(command, reading).map(({ text, current }, index) => (
        <span key={text}>
          {index > 0 && ' '}
          {current ? <b>{text}</b> : text}
        </span>
      ))}
    </code>
  </div>
)
