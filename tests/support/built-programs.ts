import { inject } from 'vitest'
import { buildPrograms, type Programs } from './programs.ts'

/** Gives the programs that the whole run shares, built when they are first asked for. */
export const openPrograms = async (): Promise<Programs> => {
  // An attack runs by itself, without a desk.
  if (!process.env.VITEST) return buildPrograms()
  const answer = await fetch(inject('programDesk'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The programs do not build: ${text}`)
  // The desk's own answer.
  const programs = JSON.parse(text) as { server: string; agent: string; cli: string }
  return { ...programs, remove: () => undefined }
}
