import { DeliveryState } from '../parts/text/DeliveryState.tsx'
import { deliveryOf, type Mail } from './mail-words.ts'

/** Status of a mail, with the next attempt, and why it was not sent. */
export const MailOutcome = ({ mail, whole = false }: { mail: Mail; whole?: boolean }) => {
  const delivery = deliveryOf(mail)
  return <DeliveryState delivery={delivery} next={mail.next_try} whole={whole} />
}
