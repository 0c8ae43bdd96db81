import type { World } from '../../commands/core/world.ts'
import { useWorld } from '../core/use-world.ts'
import { Spinner } from '../parts/text/Spinner.tsx'
import classes from './browser.module.css'
import { usePicture } from './picture.ts'

type PictureProps = {
  /** Fetches the picture. Another picture needs another key. */
  readonly load: () => Promise<ArrayBuffer>
  /** What it shows. */
  readonly label: string
}

/** A picture of a browser test. Pressed, it opens in full size. */
export const Picture = ({ load, label }: PictureProps) => {
  const address = usePicture(load)
  if (address === null)
    return (
      <p className={classes.waiting} role="status">
        <Spinner small /> Loading the picture
      </p>
    )
  if (address === 'missing') return <p className="muted">This picture is not stored.</p>
  return (
    <a href={address} target="_blank" rel="noreferrer" className={classes.picture}>
      <img src={address} alt={label} />
      <span className="sr"> opens in full size</span>
    </a>
  )
}

type ScreenshotProps = {
  readonly resultId: string
  /** The step that it was taken after; null: the end. */
  readonly step: number | null
  readonly label: string
}

const pictureOfResult = (world: World, id: string, step: number | null) => () =>
  world.call('result.screenshot', { params: { id }, query: step === null ? {} : { step } })

/** A picture of a stored result. */
export const Screenshot = ({ resultId, step, label }: ScreenshotProps) => {
  const world = useWorld()
  return <Picture key={`${resultId} ${step}`} load={pictureOfResult(world, resultId, step)} label={label} />
}
