import { type CSSProperties, type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { LinkTo } from '../../parts/act/Go.tsx'
import type { LinkTarget } from '../../parts/act/links.ts'
import { classNames } from '../../parts/text/class-names.ts'
import type { PlaceOf } from './base.ts'
import { DrawnBase, GlBase } from './base-chunks.tsx'
import { labelSides } from './labels.ts'
import classes from './Map.module.css'
import type { Position } from './projection.ts'

/** A circle of a map. */
export type MapCircle = Position & {
  readonly id: string
  readonly radiusPx: number
  /** A colour of the page, such as `var(--series-1)`. */
  readonly color: string
  /** Short name beside it. */
  readonly label: string
  /** What it says, as a sentence. */
  readonly words: string
  /** Marks trouble with a square. */
  readonly isFailing: boolean
  readonly place: LinkTarget
}

type CircleMapProps = {
  /** What the circles are. */
  readonly label: string
  readonly circles: readonly MapCircle[]
  /** Id of the circle that is pointed out; null: none. */
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
  /** Id of the circle to move to; null: none. */
  readonly target: string | null
  /** Without MapLibre, labels and movement. */
  readonly small?: boolean
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const sameAs = (ids: readonly string[], id: string | null): number => (id === null ? -1 : ids.indexOf(id))

/** World map with circles, each a link; arrow keys go from one to the next. Without WebGL a drawing takes the map's place. */
export const CircleMap = ({ label, circles, chosen, onChoose, target, small = false }: CircleMapProps) => {
  const [placeOf, setPlaceOf] = useState<PlaceOf | null>(null)
  const [isDrawn, setIsDrawn] = useState(small)
  const group = useRef<HTMLDivElement>(null)
  const onMoved = useCallback((next: PlaceOf) => setPlaceOf(() => next), [])
  const onFailed = useCallback(() => {
    setPlaceOf(null)
    setIsDrawn(true)
  }, [])
  const Base = isDrawn ? DrawnBase : GlBase
  const goal = useMemo(() => circles.find(({ id }) => id === target) ?? null, [circles, target])
  const placed = useMemo(
    () =>
      placeOf
        ? circles.map((circle) => {
            const [x, y] = placeOf(circle)
            return { ...circle, x, y }
          })
        : [],
    [circles, placeOf],
  )
  const widthPx = group.current?.clientWidth ?? 0
  const sides = useMemo(() => (small ? null : labelSides(placed, widthPx)), [placed, small, widthPx])
  const ids = circles.map(({ id }) => id)
  const current = Math.max(0, sameAs(ids, chosen))
  const keyed = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || ids.length === 0) return
    event.preventDefault()
    const next = (current + step + ids.length) % ids.length
    onChoose(ids[next] ?? null)
    group.current?.querySelectorAll('a')[next]?.focus()
  }
  const pointed = ({ target: element }: { target: EventTarget }) => {
    const id =
      element instanceof HTMLElement ? element.closest<HTMLElement>('[data-circle]')?.dataset.circle : undefined
    if (id !== undefined) onChoose(id)
  }
  return (
    <div className={classNames(classes.map, isDrawn && classes.drawn)} data-map={isDrawn ? 'drawing' : 'gl'}>
      <Base positions={circles} target={goal} onMoved={onMoved} onFailed={onFailed} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div
        ref={group}
        className={classes.circles}
        role="group"
        aria-label={label}
        onKeyDown={keyed}
        onPointerOver={pointed}
        onFocus={pointed}
      >
        {placed.map(({ id, x, y, radiusPx, color, words, isFailing, place, label: name }, index) => {
          // React's style type does not include CSS variables.
          const at = { '--x': `${x}px`, '--y': `${y}px`, '--r': `${radiusPx}px`, '--circle': color } as CSSProperties
          return (
            <span
              key={id}
              className={classNames(classes.circle, chosen === id && classes.chosen)}
              style={at}
              data-circle={id}
            >
              <LinkTo
                {...place}
                className={classes.disc}
                label={words}
                tip={{ 'data-tip': words }}
                tabIndex={index === current ? 0 : -1}
                current="never"
              >
                {isFailing && <i className={classes.failing} />}
              </LinkTo>
              {(sides?.has(id) || (chosen === id && !small)) && (
                <span
                  className={classNames(classes.name, sides?.get(id) === 'left' && classes.left)}
                  aria-hidden="true"
                >
                  {name}
                </span>
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
}
