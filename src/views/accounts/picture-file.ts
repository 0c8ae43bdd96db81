/** Pictures are drawn at most this wide and high, in pixels: twice what the app ever shows. */
const SIDE = 128

/** A picture file as a small square data URL. Rejects with a sentence where it is no picture that this browser reads. */
export const pictureOf = async (file: File): Promise<string> => {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(`${file.name} is not a picture this browser can read. Choose a PNG, JPEG or WebP file.`)
  })
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot resize the picture.')
  // The middle of it, as large a square as it holds.
  const side = Math.min(bitmap.width, bitmap.height)
  pen.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, SIDE, SIDE)
  bitmap.close()
  // Where WebP is not written, a browser writes PNG, which is allowed too.
  return canvas.toDataURL('image/webp', 0.85)
}
