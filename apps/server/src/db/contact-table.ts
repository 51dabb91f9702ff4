import type { Generated } from 'kysely'

/** Messages from the contact page. */
export interface ContactMessagesTable {
  id: Generated<number>
  name: string
  email: string
  company: string | null
  subject: string
  message: string
  type: string
  newsletter: number
  created_at: number
  /** null: it waits for the next mail with several. */
  mailed_at: number | null
}
