/** Pixels for each px of a picture, so that it is sharp on paper. */
const SCALE = 2

/** Text as it may stand in SVG. */
export const svgText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An SVG document of a size in px, in the page's font. */
export const svgOf = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter, system-ui, sans-serif" font-size="12">${content}</svg>`

/** Paints an SVG document and returns it as PNG. Throws if the browser cannot paint it. */
export const pngOf = async (svg: string, width: number, height: number): Promise<ArrayBuffer> => {
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * SCALE
    canvas.height = height * SCALE
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (!blob) throw new Error('The picture is too large for this browser.')
    return await blob.arrayBuffer()
  } finally {
    URL.revokeObjectURL(image.src)
  }
}
