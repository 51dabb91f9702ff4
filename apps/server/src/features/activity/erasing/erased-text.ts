/** What is left of what a deleted account did, where the name of the event alone would read badly. */
const texts: Readonly<Record<string, string>> = {
  account_created: 'An account was created that is deleted now',
  account_deleted: 'The account was deleted',
  account_restored: 'A deleted account was restored',
  email_verified: 'A deleted account verified its e-mail address',
  login: 'A deleted account signed in',
  login_failed: 'A sign-in failed for a deleted account',
  logout: 'A deleted account signed out',
  session_ended: 'A deleted account signed out a session',
  password_changed: 'A deleted account changed its password',
  master_password_set: 'A deleted account set a master password',
  master_password_changed: 'A deleted account changed its master password',
  master_password_recovered: 'A deleted account set a new master password with its recovery key',
  master_password_locked: 'Unlocking was locked for a deleted account',
  recovery_key_renewed: 'A deleted account created a new recovery key',
  vault_unlocked: 'A deleted account unlocked its vault',
  invitation_accepted: 'A deleted account accepted an invitation',
  invitation_declined: 'A deleted account declined an invitation',
  collaborator_added: 'A deleted account joined the project',
  user_invited: 'A deleted account invited someone',
  user_removed: 'A deleted account removed a collaborator',
  user_role_changed: 'A deleted account changed a permission',
  user_left: 'A deleted account left the project',
  unauthorized_access: 'Access was rejected for a deleted account',
}

/**
 * What the description of an event becomes that a deleted account caused: what kind of event it was, and nothing that
 * anybody has typed.
 */
export function erasedText(eventType: string): string {
  const known = Object.hasOwn(texts, eventType) ? texts[eventType] : undefined
  if (known !== undefined) return known
  const words = eventType.replaceAll('_', ' ').replace(/^api key/, 'API key')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (deleted account)`
}
