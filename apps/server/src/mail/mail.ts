import type { Delivered, DeliveryFailure } from './delivery-failure.ts'
import type { MailTemplate, Message } from './mail-template.ts'
import type { Variables } from './mail-variables.ts'

/** What the rest of the server can do with mail (create-mail.ts). */
export interface Mail {
  /** Whether a mail server is set. Without one, messages are files in the outbox, and inviters get the links. */
  readonly hasServer: boolean
  /**
   * Sends a message that must not be stored. Call it after the commit. False: the mail server did not accept it, or
   * not in time. Without a mail server the outbox gets a copy without the secret part of the link.
   */
  sendNow<V extends Variables>(template: MailTemplate<V>, message: Message<V>): Promise<boolean>
  /** Sends an example of a mail, which is not stored either. */
  sendTest(template: MailTemplate, to: string): Promise<Delivered | DeliveryFailure>
  /** Checks the queue soon: a transaction that is about to commit has added a mail. */
  wake(): void
  /** Sends what is due. Never rejects. */
  sendDue(): Promise<void>
  /** Checks the queue periodically, starting soon. */
  start(): void
  /** Starts no more and waits a while for what is being sent. */
  stop(): Promise<void>
  /** Since the process started. */
  readonly counts: { readonly sent: number; readonly failed: number }
}
