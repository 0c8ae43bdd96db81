import type { WebhookTypeId } from '../../domain/alerts/webhook-types.ts'
import classes from './TypeGlyph.module.css'
import { typeGlyphs } from './type-glyphs.ts'

/** Drawing of an alert type on a tile, beside the type's name. */
export const TypeGlyph = ({ type }: { type: WebhookTypeId }) => (
  <span className={classes.tile} aria-hidden="true">
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={typeGlyphs[type]} />
    </svg>
  </span>
)
