import { retention } from '@envhold/contract/retention.ts'
import type { Context } from '../../context.ts'
import { periodMs } from '../../jobs/retention-rule.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { deleteContactMessages } from './contact-message-store.ts'

const period = { years: retention.supportYears }

export const contactSweep = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Sweep => ({
  name: 'contact-messages',
  run: () => deleteContactMessages(db, clock() - periodMs(period)),
  retention: [{ what: 'Messages from the contact page', period, after: 'they are sent' }],
})
