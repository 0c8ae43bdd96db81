/** A line that was run: its weight was `score` at `atMs` (Unix ms), and halves with every half-life. */
export type UsedLine = { readonly line: string; readonly score: number; readonly atMs: number }

/** Lines of a person, by project. */
export type UsedLines = Readonly<Record<string, readonly UsedLine[]>>

const DAY_MS = 86_400_000
/** A line run once today weighs as much as one run twice, three days ago. */
const HALF_LIFE_MS = 3 * DAY_MS
const MOST_LINES = 50
const MOST_PROJECTS = 20

const weightAt = ({ score, atMs }: UsedLine, nowMs: number): number =>
  score * 2 ** (-Math.max(0, nowMs - atMs) / HALF_LIFE_MS)

const heaviest = (lines: readonly UsedLine[], nowMs: number): readonly UsedLine[] =>
  [...lines].sort((a, b) => weightAt(b, nowMs) - weightAt(a, nowMs) || b.atMs - a.atMs)

/** The lines of a project that are frequent or recent, those that are both first. */
export const likelyLines = (used: UsedLines, project: string, nowMs: number): readonly string[] =>
  heaviest(used[project] ?? [], nowMs).map(({ line }) => line)

/** The lines of a project, those that were run last first. */
export const latestLines = (used: UsedLines, project: string): readonly string[] =>
  [...(used[project] ?? [])].sort((a, b) => b.atMs - a.atMs).map(({ line }) => line)

/** The lines with one that was run now. Of each project the heaviest are kept, and of the projects those that were used last. */
export const withUse = (used: UsedLines, project: string, line: string, nowMs: number): UsedLines => {
  const before = used[project] ?? []
  const same = before.find((each) => each.line === line)
  const now: UsedLine = { line, score: 1 + (same ? weightAt(same, nowMs) : 0), atMs: nowMs }
  // The new one is kept however light it is: otherwise fifty old ones would leave no way in.
  const others = heaviest(
    before.filter((each) => each !== same),
    nowMs,
  ).slice(0, MOST_LINES - 1)
  const lastUse = (lines: readonly UsedLine[]): number => lines.reduce((newest, { atMs }) => Math.max(newest, atMs), 0)
  const all = Object.entries({ ...used, [project]: [now, ...others] })
  return Object.fromEntries(all.sort(([, a], [, b]) => lastUse(b) - lastUse(a)).slice(0, MOST_PROJECTS))
}

/** The lines without those that must not be kept; the same object if there are none. */
export const withoutLines = (used: UsedLines, isGone: (line: string) => boolean): UsedLines =>
  Object.values(used).some((lines) => lines.some(({ line }) => isGone(line)))
    ? Object.fromEntries(
        Object.entries(used).map(([project, lines]) => [project, lines.filter(({ line }) => !isGone(line))]),
      )
    : used

const isUsedLine = (each: unknown): each is UsedLine =>
  typeof each === 'object' &&
  each !== null &&
  'line' in each &&
  typeof each.line === 'string' &&
  'score' in each &&
  typeof each.score === 'number' &&
  'atMs' in each &&
  typeof each.atMs === 'number'

/** Reads stored lines; what is damaged is left out. */
export const usedLinesFrom = (stored: unknown): UsedLines =>
  Object.fromEntries(
    Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).map(([project, lines]) => [
      project,
      Array.isArray(lines) ? lines.filter(isUsedLine) : [],
    ]),
  )
