import type { ReactNode } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { ResultLink, TargetLink } from '../alerts/TargetLink.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { categoryWords, type Status } from '../parts/text/category.ts'
import { DeliveryState } from '../parts/text/DeliveryState.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { stateCategory, stateWords } from './incident-words.ts'
import classes from './incidents.module.css'

export type TimelineEntry = AnswerOf<ProductContract['incident.timeline']>['data'][number]
type Of<Type extends TimelineEntry['type']> = Extract<TimelineEntry, { type: Type }>
type About = Pick<Of<'result'>, 'monitor_id' | 'monitor_name' | 'monitor_kind'>

const Monitor = ({ monitor_id: id, monitor_name: name, monitor_kind: kind }: About) =>
  id === null || kind === null ? (
    <span>{name}</span>
  ) : (
    <TargetLink kind={kind} id={id}>
      {name}
    </TargetLink>
  )

type ItemProps = {
  readonly category: Status
  readonly word: string
  readonly at: string
  readonly about?: ReactNode
  readonly children: ReactNode
}

const Item = ({ category, word, at, about, children }: ItemProps) => (
  <li className={classes.item}>
    <span className={classes.became}>
      <Badge category={category} word={word} look="plain" />
    </span>
    <div className={classes.words}>
      {children}
      <div className={classes.about}>
        {about}
        <Time at={at} />
      </div>
    </div>
  </li>
)

const Update = ({ entry }: { entry: Of<'update'> }) => {
  const { state, text, author, time } = entry
  const by = author === null ? 'by rule' : `by ${author.name ?? 'someone who left'}`
  return (
    <Item
      category={stateCategory(state)}
      word={stateWords[state]}
      at={time}
      about={
        <>
          <span>{by}</span>
          {entry.public && <Tags names={['public']} />}
        </>
      }
    >
      <p className={classes.text}>{text}</p>
    </Item>
  )
}

const WHICH = { first: 'First failing result', last: 'Last failing result', only: 'The only failing result' } as const

const Result = ({ entry }: { entry: Of<'result'> }) => (
  <Item
    category={entry.result_category}
    word={categoryWords[entry.result_category]}
    at={entry.time}
    about={
      <ResultLink kind={entry.monitor_kind} resultId={entry.result_id}>
        Result
      </ResultLink>
    }
  >
    <p>
      {WHICH[entry.which]} of <Monitor {...entry} />
    </p>
  </Item>
)

/** What an alert did: fired, or recovered. */
const decisionWords = ({ to, outcome }: Of<'decision'>): { category: Status; word: string; says: string } => {
  if (to === 'open')
    return { category: 'FAIL', word: 'Alert', says: outcome === 'fired_late' ? 'fired late for' : 'opened for' }
  return { category: 'PASS', word: 'Recovered', says: 'closed for' }
}

const Decision = ({ entry }: { entry: Of<'decision'> }) => {
  const { category, word, says } = decisionWords(entry)
  return (
    <Item
      category={category}
      word={word}
      at={entry.time}
      about={
        entry.result_id !== null && (
          <ResultLink kind={entry.monitor_kind} resultId={entry.result_id}>
            Result
          </ResultLink>
        )
      }
    >
      <p>
        The alert{' '}
        <Go to="webhook" params={{ webhookId: entry.webhook_id }} current="never">
          {entry.webhook_name}
        </Go>{' '}
        {says} <Monitor {...entry} />
      </p>
    </Item>
  )
}

const Delivery = ({ entry }: { entry: Of<'delivery'> }) => (
  <Item category={entry.kind === 'alert' ? 'QUEUED' : 'PASS'} word="Message" at={entry.time}>
    <p>
      {entry.kind === 'alert' ? 'Alert' : 'Recovery'} of <Monitor {...entry} />
      {entry.webhook_name !== null && ` by ${entry.webhook_name}`}
    </p>
    <DeliveryState delivery={entry} at={entry.last_try} />
  </Item>
)

const Acknowledgement = ({ entry }: { entry: Of<'acknowledgement'> }) => (
  <Item category="WARNING" word="Acknowledged" at={entry.time} about={entry.note !== null && <span>{entry.note}</span>}>
    <p>
      {entry.by} takes care of <Monitor {...entry} />
      {entry.taken_back !== null && ' (taken back)'}
    </p>
  </Item>
)

/** One event of an incident's timeline. */
export const TimelineItem = ({ entry }: { entry: TimelineEntry }) => {
  switch (entry.type) {
    case 'update':
      return <Update entry={entry} />
    case 'result':
      return <Result entry={entry} />
    case 'decision':
      return <Decision entry={entry} />
    case 'acknowledgement':
      return <Acknowledgement entry={entry} />
    case 'delivery':
      return <Delivery entry={entry} />
  }
}
