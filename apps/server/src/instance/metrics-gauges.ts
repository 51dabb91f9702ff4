import type { BodyMemory } from '../http/requests/body-memory.ts'
import type { GaugeSource } from '../http/served/metrics.ts'
import type { Mail } from '../mail/mail.ts'

/** The gauges of /metrics besides those of HTTP. */
export const watched = (
  mail: Pick<Mail, 'counts'>,
  bodyMemory: Pick<BodyMemory, 'heldBytes'>,
): GaugeSource[] => [
  { name: 'envhold_mails_sent', help: 'E-mails sent since the start.', read: () => mail.counts.sent },
  {
    name: 'envhold_mails_failed',
    help: 'Failed attempts to send an e-mail.',
    read: () => mail.counts.failed,
  },
  {
    name: 'envhold_request_body_bytes',
    help: 'Bytes of request bodies in memory.',
    read: () => bodyMemory.heldBytes,
  },
]
