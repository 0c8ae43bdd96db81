export type Box = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number }
export type Size = { readonly width: number; readonly height: number }
export type Align = 'start' | 'end' | 'centre'

/** Position of a floating panel, in px from the window's edges. */
export type Placement = {
  readonly left: number
  readonly top: number
  readonly maxHeight: number
  readonly above: boolean
}

const MARGIN_PX = 8

const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, Math.max(low, high)))

/** Places a panel below its anchor if it fits or has more room there, otherwise above, within the window. */
export const placement = (anchor: Box, panel: Size, window: Size, align: Align, gapPx: number): Placement => {
  const roomBelow = window.height - anchor.bottom - gapPx - MARGIN_PX
  const roomAbove = anchor.top - gapPx - MARGIN_PX
  const above = panel.height > roomBelow && roomAbove > roomBelow
  const maxHeight = Math.max(0, above ? roomAbove : roomBelow)
  const height = Math.min(panel.height, maxHeight)
  const wanted =
    align === 'start'
      ? anchor.left
      : align === 'end'
        ? anchor.right - panel.width
        : (anchor.left + anchor.right - panel.width) / 2
  return {
    left: within(wanted, MARGIN_PX, window.width - panel.width - MARGIN_PX),
    top: above ? anchor.top - gapPx - height : anchor.bottom + gapPx,
    maxHeight,
    above,
  }
}
