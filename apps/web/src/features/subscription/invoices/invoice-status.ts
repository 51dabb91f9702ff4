import type { InvoiceStatus } from '@envhold/contract/payments.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'

/** An invoice's status as people read it, in its colour. */
export const invoiceBadges: Record<InvoiceStatus, { tone: BadgeTone; text: string }> = {
  open: { tone: 'warn', text: 'Open' },
  paid: { tone: 'good', text: 'Paid' },
  failed: { tone: 'bad', text: 'Failed' },
  void: { tone: 'neutral', text: 'Void' },
  refunded: { tone: 'neutral', text: 'Refunded' },
  partially_refunded: { tone: 'neutral', text: 'Partially refunded' },
}
