import { useEffect, useState } from 'react'

/** Announces a text to screen readers when it changes. The first text is not announced, because the page itself says it. */
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
