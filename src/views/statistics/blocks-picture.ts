import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { svgOf, svgText } from '../kit/chart/picture.ts'
import { BLOCK_STEPS, blockStep, type Step } from '../parts/chart/block-steps.ts'
import type { Grid } from './pass-fail-blocks.ts'

const NAMES_PX = 64
const TOP_PX = 56
const STEP_PX = 20
const GAP_PX = 2
const SIDE_PX = 16
const LEGEND_PX = 44
/** Room for the legend. */
const LEAST_WIDTH_PX = 640

const size = STEP_PX - GAP_PX

/** A block: full, edged, half filled with an edge, crossed, or grey, so that it is known without colour. */
const blockAt = (x: number, y: number, step: Step, colors: ChartTheme['blocks']): string => {
  const rect = (more: string, top = y, height: number = size) =>
    `<rect x="${x}" y="${top}" width="${size}" height="${height}" rx="2" ${more}/>`
  const inset = `<rect x="${x + 0.75}" y="${y + 0.75}" width="${size - 1.5}" height="${size - 1.5}" rx="2" fill="none" stroke-width="1.5"`
  if (step === 'most') return `${rect(`fill="${colors.most}"`)}${inset} stroke="${colors.full}"/>`
  if (step === 'some')
    return `${rect(`fill="${colors.some}"`, y + size * 0.45, size * 0.55)}${inset} stroke="${colors.edge}"/>`
  const cross = `<path d="M${x + 6} ${y + 6}l6 6m0-6l-6 6" stroke="${colors.mark}" stroke-width="1.5"/>`
  return `${rect(`fill="${colors[step]}"`)}${step === 'bad' ? cross : ''}`
}

/** The blocks as an SVG picture with title and legend. Returns it with its size in px. */
export const blocksPicture = ({
  title,
  grid,
  theme,
}: {
  title: string
  grid: Grid
  theme: Pick<ChartTheme, 'surface' | 'text' | 'blocks'>
}): { svg: string; width: number; height: number } => {
  const { blocks: colors } = theme
  const width = Math.max(LEAST_WIDTH_PX, NAMES_PX + SIDE_PX + grid.columns.length * STEP_PX)
  const below = TOP_PX + grid.rows.length * STEP_PX
  const height = below + LEGEND_PX
  const text = (x: number, y: number, words: string, more = '') =>
    `<text x="${x}" y="${y}" fill="${theme.text}" ${more}>${svgText(words)}</text>`
  const content = [
    `<rect width="100%" height="100%" fill="${theme.surface}"/>`,
    text(SIDE_PX, 22, title, 'font-weight="600"'),
    ...grid.columns.map(({ shown }, index) =>
      shown ? text(NAMES_PX + index * STEP_PX, TOP_PX - 8, shown, 'font-size="11"') : '',
    ),
    ...grid.rows.flatMap(({ name, blocks }, row) => [
      text(SIDE_PX, TOP_PX + row * STEP_PX + 13, name, 'font-size="11"'),
      ...blocks.map((block, column) =>
        block ? blockAt(NAMES_PX + column * STEP_PX, TOP_PX + row * STEP_PX, blockStep(block.rate), colors) : '',
      ),
    ]),
    ...BLOCK_STEPS.map(([step, words], index) => {
      const x = SIDE_PX + index * 122
      return `${blockAt(x, below + 14, step, colors)}${text(x + 26, below + 27, words)}`
    }),
  ]
  return { svg: svgOf(width, height, content.join('')), width, height }
}
