import type { MailTemplate, Message } from './mail-template.ts'
import type { Variables } from './mail-variables.ts'

/** What can be done with mail (create-mail.ts). */
export interface Mail {
  /** Whether a mail server is set. Without one, messages are files in the outbox, and links go to who asked for them. */
  readonly hasServer: boolean
  /**
   * Sends a message that must not be stored. Call it after the commit. False: the mail server would not take it, or
   * not in time. Without a mail server the outbox gets a copy from which the secret part of the link is left out.
   */
  sendNow<V extends Variables>(template: MailTemplate<V>, message: Message<V>): Promise<boolean>
  /** Looks into the queue soon: something was laid into it by a transaction that is about to be kept. */
  wake(): void
  /** Sends what is due. Never rejects. */
  sendDue(): Promise<void>
  /** Looks into the queue now and then, from soon after now on. */
  start(): void
  /** Starts nothing more and waits a while for what is on its way. */
  stop(): Promise<void>
  /** Since the process began. */
  readonly counts: { readonly sent: number; readonly failed: number }
}
