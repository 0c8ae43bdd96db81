import { takenSentence } from '../../../commands/accounts/keys.ts'
import { browserUse, keysProblem } from '../../../commands/core/key-rules.ts'
import { Act } from '../../parts/act/Act.tsx'
import { Kbd } from '../../parts/act/Kbd.tsx'
import { keyWordsOf } from '../../parts/act/key-caps.ts'
import { Dialog } from '../../parts/overlay/Dialog.tsx'
import classes from './keyboard.module.css'
import type { useKeyRecording } from './use-key-recording.ts'

/** Dialog that listens for new keys, and names conflicts at once. */
export const KeyRecorder = ({ recording }: { recording: ReturnType<typeof useKeyRecording> }) => {
  const { snapshot, command, keys, others, own } = recording
  if (!command || snapshot.matches('closed') || snapshot.matches('saved')) return null
  const isListening = snapshot.hasTag('listening')
  const isTaken = snapshot.matches('conflict')
  return (
    <Dialog
      title={`New shortcut for “${command.title}”`}
      closing={{ command: 'shortcut.stop' }}
      holdsInput
      actions={
        <>
          {(isTaken || snapshot.matches('warned')) && (
            <Act command="shortcut.take" kind="primary" {...(isTaken && { label: 'Unbind that and use it here' })} />
          )}
          {!isListening && (
            <Act command="shortcut.again" kind={snapshot.matches('refused') ? 'primary' : 'secondary'} />
          )}
          <Act command="shortcut.stop" kind="ghost" />
        </>
      }
    >
      <div className={classes.recorded} role="status">
        {keys === '' ? <span className={classes.waiting}>Press a key</span> : <Kbd keys={keys} />}
        <span className="sr">{keyWordsOf(keys)}</span>
      </div>
      <p role="alert">
        {isTaken && `${takenSentence(keys, others, own)} Choose another, or unbind that.`}
        {snapshot.matches('warned') && browserUse(keys)}
        {snapshot.matches('refused') && keysProblem(keys)}
      </p>
      {isListening && (
        <p className={classes.hint}>
          {keys === '' ? 'One key, or two one after the other, such as g m.' : 'A second key makes a sequence.'} Esc
          cancels.
        </p>
      )}
    </Dialog>
  )
}
