import { useEffect, useState } from 'react'

/** Tells screen readers a text whenever it changes; the first, which the page says itself, is not told. */
export const Announcement = ({ text }: { text: string }) => {
  const [[seen, told], setTold] = useState<readonly [string, string]>([text, ''])
  useEffect(() => {
    if (seen !== text) setTold([text, text])
  }, [seen, text])
  return (
    <div className="sr" aria-live="polite" aria-atomic="true">
      {told}
    </div>
  )
}
