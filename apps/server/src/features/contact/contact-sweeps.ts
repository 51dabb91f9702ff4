import { retention } from '@envhold/contract/retention.ts'
import type { Context } from '../../context.ts'
import { periodMs } from '../../jobs/retention-rule.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { deleteContactMessages } from './contact-message-store.ts'
import { mailWaitingMessages } from './mail-waiting-messages.ts'

const period = { years: retention.supportYears }

export const contactSweeps = (ctx: Context): Sweep[] => [
  { name: 'contact-mails', run: () => mailWaitingMessages(ctx), deletesNothing: true, retention: [] },
  {
    name: 'contact-messages',
    run: () => deleteContactMessages(ctx.db, ctx.clock() - periodMs(period)),
    retention: [{ what: 'Messages from the contact page', period, after: 'they are sent' }],
  },
]
