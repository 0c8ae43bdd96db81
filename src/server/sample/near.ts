import { openSample, type Sample } from './sample.ts'

/** The sample API on this port, or on any other where that one is taken: nobody's start should fail for it. */
export const openSampleNear = async (port: number, log: (line: string) => void): Promise<Sample> => {
  try {
    return await openSample({ host: '127.0.0.1', port })
  } catch (cause) {
    log(`Port ${port} cannot be had for the sample API (${(cause as Error).message}); it takes another.`)
    return openSample({ host: '127.0.0.1', port: 0 })
  }
}

/** The sample may be called although it is not public: by its port alone, under both of its names. */
export const sampleHosts = (sampleUrl: string): string[] => {
  const { port } = new URL(sampleUrl)
  return [`127.0.0.1:${port}`, `localhost:${port}`]
}
