import { useEffect, useRef } from 'react'
import { Act } from '../act/Act.tsx'
import { useActs } from '../act/acts.ts'
import classes from './OlderEnd.module.css'

/** The end of a list that goes on: coming near it reads on, and so does its button. */
export const OlderEnd = ({ command, loading }: { command: string; loading: boolean }) => {
  const { perform } = useActs()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element || loading) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting) && window.scrollY > 0) perform(command)
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [loading, perform, command])
  return (
    <div ref={end} className={classes.older}>
      <Act command={command} size="small" pending={loading} />
    </div>
  )
}
