import { openSample, type Sample } from './sample.ts'

const HIGHEST_PORT = 65_535

/** Opens the sample API on this port, or on any free one if that is taken, so that it never prevents a start. */
export const openSampleNear = async (port: number, log: (line: string) => void): Promise<Sample> => {
  const openAny = () => openSample({ host: '127.0.0.1', port: 0 })
  if (port > HIGHEST_PORT) {
    log('The highest port has no next one for the sample API; using another one.')
    return openAny()
  }
  try {
    return await openSample({ host: '127.0.0.1', port })
  } catch (cause) {
    log(`Port ${port} is not available for the sample API (${(cause as Error).message}); using another one.`)
    return openAny()
  }
}

/** Addresses of the sample API that agents may call although they are not public: this port only, under both local names. */
export const sampleHosts = (sampleUrl: string): string[] => {
  const { port } = new URL(sampleUrl)
  return [`127.0.0.1:${port}`, `localhost:${port}`]
}
