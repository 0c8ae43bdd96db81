import { useEffect, useRef } from 'react'
import { Act } from '../act/Act.tsx'
import { useActs } from '../act/acts.ts'
import classes from './OlderEnd.module.css'

type OlderEndProps = {
  readonly command: string
  readonly loading: boolean
  /** Why the last page is not here; null unless it failed. */
  readonly failure: string | null
}

/** The end of a list that goes on: coming near it reads on, and so does its button. After a failure only the button does. */
export const OlderEnd = ({ command, loading, failure }: OlderEndProps) => {
  const { perform } = useActs()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element || loading || failure !== null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting) && window.scrollY > 0) perform(command)
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [loading, failure, perform, command])
  return (
    <div ref={end} className={classes.older}>
      {failure !== null && <p role="alert">{failure}</p>}
      <Act command={command} size="small" pending={loading} />
    </div>
  )
}
