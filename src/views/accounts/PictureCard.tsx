import { useCallback, useRef } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useAttempt } from '../core/use-attempt.ts'
import { usePerform } from '../core/use-world.ts'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { Avatar } from '../parts/text/Avatar.tsx'
import { Card } from '../parts/text/Card.tsx'
import { pictureOf } from './picture-file.ts'
import type { Profile } from './profile.ts'

/** The picture beside one's name; letters where there is none. It is made small here, so that no file leaves the browser as it is. */
export const PictureCard = ({ profile: { name, picture } }: { profile: Profile }) => {
  const perform = usePerform()
  const input = useRef<HTMLInputElement>(null)
  const { failure, ask } = useAttempt(async (file: File) =>
    perform('account.set-picture', { picture: await pictureOf(file) }),
  )
  useScreenEvents(
    'screen',
    useCallback(({ type }) => {
      if (type === 'CHOOSE_PICTURE') input.current?.click()
    }, []),
  )
  return (
    <Card title="Picture">
      <div className={classes.picture}>
        <Avatar name={name} picture={picture} round large />
        <div className="stack">
          <div className="row">
            <Act
              command="account.choose-picture"
              size="small"
              label={picture ? 'Choose another' : 'Choose a picture'}
            />
            {picture && <Act command="account.remove-picture" kind="ghost" size="small" label="Remove" />}
          </div>
          <p className={classes.note}>PNG, JPEG or WebP. Cropped to the middle and resized in your browser.</p>
        </div>
      </div>
      {failure && <Problem>{failure.message}</Problem>}
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        accept="image/png,image/jpeg,image/webp"
        aria-label="Picture file"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) ask(file)
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </Card>
  )
}
