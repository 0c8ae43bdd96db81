import { useEffect, useMemo } from 'react'
import { useAttempt } from '../core/use-attempt.ts'

/** A loaded picture, as an address of this page; null while it loads, `missing` if there is none. */
export type Loaded = string | 'missing' | null

const PNG = 0x89

const addressOf = (bytes: ArrayBuffer): string => {
  const type = new Uint8Array(bytes)[0] === PNG ? 'image/png' : 'image/jpeg'
  return URL.createObjectURL(new Blob([bytes], { type }))
}

/** Loads a picture, which needs the access token, so that no `<img>` can load it by itself. A part of a screen loads one. */
export const usePicture = (load: () => Promise<ArrayBuffer>): Loaded => {
  const { answer, failure, ask } = useAttempt(load, { repeats: true })
  useEffect(() => ask(undefined), [ask])
  const address = useMemo(() => answer && addressOf(answer), [answer])
  useEffect(() => {
    if (address !== null) return () => URL.revokeObjectURL(address)
  }, [address])
  return failure ? 'missing' : address
}
