import type { ReactNode } from 'react'
import { useArrival } from '../../core/use-arrival.ts'
import { FrontPage } from '../../shell/FrontPage.tsx'
import classes from './Front.module.css'
import { ProductSummary } from './ProductSummary.tsx'

type FrontProps = { title: string; lead?: ReactNode; children: ReactNode }

/** A page before sign-in: its form, and a description of the product beside it. */
export const Front = ({ title, lead, children }: FrontProps) => {
  useArrival()
  return (
    <div className={classes.split}>
      <FrontPage title={title} lead={lead} links={links}>
        {children}
      </FrontPage>
      <ProductSummary />
    </div>
  )
}

const links = [{ to: 'debug', label: 'Debug' }] as const
