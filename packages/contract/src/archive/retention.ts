/** How long data is stored. The policies state these figures, and the sweeps delete by them. */
export const retention = {
  /** Calls with API keys and tokens, and the IP addresses in them. */
  usageDays: 90,
  /** What an account holds, after its owner has deleted it. */
  deletedAccountDays: 30,
  /** What was revoked, for a restore of a backup. */
  revocationDays: 365,
  /** Anything else that a person deletes. */
  deletedDataDays: 30,
  deletedProjectDays: 7,
  archivedProjectDays: 30,
  invitationDays: 7,
  /** Invitations that were answered, cancelled or that expired. */
  endedInvitationDays: 30,
  /** Mails in the queue and in the outbox folder. */
  mailDays: 30,
  /** Messages from the contact page. */
  supportYears: 3,
  /** Checkouts, payments and invoices. */
  billingYears: 7,
} as const
