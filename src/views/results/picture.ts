import { useEffect, useState } from 'react'

/** A loaded picture, as an address of this page; null while it loads, `missing` if there is none. */
export type Loaded = string | 'missing' | null

const PNG = 0x89

/** Loads a picture, which needs the access token, so that no `<img>` can load it by itself. `load` must keep its identity. */
export const usePicture = (load: (() => Promise<ArrayBuffer>) | null): Loaded => {
  const [loaded, setLoaded] = useState<Loaded>(null)
  useEffect(() => {
    if (load === null) return
    let address: string | null = null
    let isOver = false
    setLoaded(null)
    load().then(
      (bytes) => {
        if (isOver) return
        const type = new Uint8Array(bytes)[0] === PNG ? 'image/png' : 'image/jpeg'
        address = URL.createObjectURL(new Blob([bytes], { type }))
        setLoaded(address)
      },
      () => {
        if (!isOver) setLoaded('missing')
      },
    )
    return () => {
      isOver = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [load])
  return loaded
}
