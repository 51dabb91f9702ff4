import { bigint, bytes, id, integer, text } from './column.ts'
import { table } from './table.ts'

/** A queued message: a template's name and its values, never a secret. */
export const mailQueue = table(
  'mail_queue',
  {
    id,
    template: text.signed(),
    recipient: text.signed(),
    variables: text.signed(),
    /** 1: when it is sent, `mail_receipts` says so. */
    receipt: integer.default(0),
    attempts: integer,
    next_attempt_at: bigint,
    created_at: bigint.signed(),
    /** Why the last attempt failed: codes of the mail server, without its words. */
    failure: text.optional(),
    mac: bytes,
  },
  { indexes: { mail_queue_due: ['next_attempt_at'] } },
)

/** Messages from the contact page. */
const contactMessages = table(
  'contact_messages',
  {
    id,
    name: text,
    email: text,
    company: text.optional(),
    subject: text,
    message: text,
    type: text,
    newsletter: integer,
    created_at: bigint,
    /** null: it waits for the next mail with several. */
    mailed_at: bigint.optional(),
  },
  {
    indexes: {
      contact_messages_created: ['created_at'],
      contact_messages_waiting: { on: ['id'], where: 'mailed_at is null' },
    },
  },
)

export const mailTables = [mailQueue, contactMessages] as const
