import { retention } from '@envhold/contract/archive/retention.ts'
import type { DbContext } from '../context.ts'
import { daysMs } from '../jobs/retention-rule.ts'
import type { Sweep } from '../jobs/sweeper.ts'
import { deleteOldMails } from './mail-queue-store.ts'
import { mailReceiptDays, sweepMailReceipts } from './mail-receipt-store.ts'
import { sweepOutbox } from './sweep-outbox.ts'

/** How long mails are stored that nobody fetched or that could not be sent. */
export const mailSweeps = (ctx: DbContext<'clock' | 'config'>): Sweep[] => {
  const period = { days: retention.mailDays }
  const before = () => ctx.clock() - daysMs(retention.mailDays)
  return [
    {
      name: 'mail-queue',
      run: () => deleteOldMails(ctx.db, before()),
      retention: [{ what: 'Mails that could not be sent', period, after: 'they are written' }],
    },
    {
      name: 'mail-outbox',
      run: () => sweepOutbox(ctx.config.dataDir, before()),
      onEachNode: true,
      retention: [{ what: 'Mails in the outbox folder', period, after: 'they are written' }],
    },
    {
      name: 'mail-receipts',
      run: () => sweepMailReceipts(ctx),
      retention: [
        {
          what: 'The times at which warnings were mailed',
          period: { days: mailReceiptDays },
          after: 'they are sent',
        },
      ],
    },
  ]
}
