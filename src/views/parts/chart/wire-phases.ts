/** Phases of a request in wire order. */
export const PHASES = ['dns', 'tcp', 'tls', 'upload', 'processing', 'download'] as const
export type Phase = (typeof PHASES)[number]

/** Duration of each phase in ms; null or absent if it did not take place. */
export type PhaseTimes = { readonly [P in Phase]?: number | null | undefined }

export const phaseWords: Readonly<Record<Phase, string>> = {
  dns: 'DNS lookup',
  tcp: 'TCP connect',
  tls: 'TLS handshake',
  upload: 'Upload',
  processing: 'Processing',
  download: 'Download',
}

/** A time after the phases of a request, such as the page that it makes. */
export type LaterPhase = { readonly words: string; readonly ms: number }

const timeOf = (times: PhaseTimes, phase: Phase): number => Math.max(0, times[phase] ?? 0)

/** Start and length of each phase as fractions of the total, and network and server totals in ms. */
export const wirePhases = (times: PhaseTimes, later: readonly LaterPhase[] = []) => {
  const wireMs = PHASES.reduce((sum, phase) => sum + timeOf(times, phase), 0)
  const totalMs = later.reduce((sum, { ms }) => sum + ms, wireMs)
  let passedMs = 0
  const bars = PHASES.map((phase) => {
    const startMs = passedMs
    passedMs += timeOf(times, phase)
    return {
      phase,
      ms: times[phase] ?? null,
      start: totalMs > 0 ? startMs / totalMs : 0,
      share: totalMs > 0 ? timeOf(times, phase) / totalMs : 0,
    }
  })
  const after = later.map(({ words, ms }) => {
    const start = totalMs > 0 ? passedMs / totalMs : 0
    passedMs += ms
    return { words, ms, start, share: totalMs > 0 ? ms / totalMs : 0 }
  })
  const serverMs = timeOf(times, 'processing')
  return { bars, after, totalMs, serverMs, networkMs: wireMs - serverMs }
}
