import { mayHaveKeys } from '../../../commands/accounts/keys.ts'
import type { Command } from '../../../commands/core/command.ts'
import { KEY_PLACES, keyPlaceOf, keyTitleOf } from '../../../commands/core/key-places.ts'
import { keysOf, type OwnKeys } from '../../../commands/core/own-keys.ts'
import { commands } from '../../../commands/registry.ts'
import { useMachine } from '../../core/machines-of.ts'
import { useTitle } from '../../core/use-current-route.ts'
import { SettingsHead } from '../../kit/settings/SettingsHead.tsx'
import { Act } from '../../parts/act/Act.tsx'
import { Kbd } from '../../parts/act/Kbd.tsx'
import { keyWordsOf } from '../../parts/act/key-caps.ts'
import { Card } from '../../parts/text/Card.tsx'
import { KeyRecorder } from './KeyRecorder.tsx'
import classes from './keyboard.module.css'
import { useKeyRecording } from './use-key-recording.ts'

const NONE: OwnKeys = {}

/** A person's shortcuts: each can be changed, removed and reset. */
const KeyboardScreen = () => {
  useTitle()
  const own = useMachine('preferences', (snapshot) => snapshot?.context.keys) ?? NONE
  const recording = useKeyRecording()
  const shown = commands.filter((each) => mayHaveKeys(each) && (each.keys !== undefined || own[each.id] !== undefined))
  const changed = Object.keys(own).length
  return (
    <>
      <SettingsHead
        title="Keyboard"
        lead={`Shortcuts are kept with your account, for every browser you sign in with. ${
          changed === 0 ? 'Yours are the usual ones.' : `You have changed ${changed}.`
        }`}
        actions={
          <>
            <Act command="shortcut.rebind" kind="secondary" label="Give a shortcut to another command" />
            <Act command="shortcut.reset" />
          </>
        }
      />
      {KEY_PLACES.map(([place, title]) => {
        const here = shown.filter((each) => keyPlaceOf(each) === place)
        return (
          here.length > 0 && (
            <Card key={place} title={title} flush>
              <ul className={classes.keys}>
                {here.map((each) => (
                  <Shortcut key={each.id} command={each} own={own} />
                ))}
              </ul>
            </Card>
          )
        )
      })}
      <KeyRecorder recording={recording} />
    </>
  )
}
export default KeyboardScreen

const Shortcut = ({ command, own }: { command: Command; own: OwnKeys }) => {
  const keys = keysOf(command, own)
  const args = { command: command.words }
  return (
    <li className={classes.shortcut}>
      <div>
        <strong>{keyTitleOf(command)}</strong> <code>{command.words}</code>
      </div>
      <span className={classes.caps}>
        {keys.length === 0 && <span className={classes.hint}>No shortcut</span>}
        {keys.map((each, index) => (
          <span key={each}>
            {index > 0 && <span className={classes.or}>or</span>}
            <span className="sr">{keyWordsOf(each)}</span>
            <Kbd keys={each} />
          </span>
        ))}
      </span>
      <span className={classes.acts}>
        {own[command.id] !== undefined && (
          <Act command="shortcut.reset" args={args} kind="ghost" size="small" label={`Reset “${command.words}”`}>
            Reset
          </Act>
        )}
        {keys.length > 0 && (
          <Act command="shortcut.unbind" args={args} kind="ghost" size="small" label={`Remove from “${command.words}”`}>
            Remove
          </Act>
        )}
        <Act command="shortcut.rebind" args={args} kind="secondary" size="small" label={`Change “${command.words}”`}>
          Change
        </Act>
      </span>
    </li>
  )
}
