import type { Defect } from './defect.ts'

const feature = (path: string) => `apps/server/src/features/${path}`
const webFeature = (path: string) => `apps/web/src/features/${path}`

/** Mistakes that somebody could make where one would be expensive, of many kinds. */
export const plantedDefects: readonly Defect[] = [
  {
    what: 'a variable may be listed twice',
    file: 'packages/vault/src/environment.ts',
    before: 'last === undefined || last < key',
    after: 'last === undefined || last <= key',
  },
  {
    what: 'a holder may be listed twice',
    file: 'packages/vault/src/roster.ts',
    before: '  rejectUnless(named.every(({ name }, i) => !named[i + 1]?.name.equals(name)))\n',
    after: '',
  },
  {
    what: 'the longest note is rejected',
    file: 'packages/formats/src/fields/text.ts',
    before: '[...text].length <= max',
    after: '[...text].length < max',
  },
  {
    what: 'whoever may write may manage the project',
    file: feature('projects/rights.ts'),
    before: "manage: { need: 'own', operation: 'write' }",
    after: "manage: { need: 'write', operation: 'write' }",
  },
  {
    what: 'an account is over its plan when it is full',
    file: feature('projects/compliance-state.ts'),
    before: 'count > max',
    after: 'count >= max',
  },
  {
    what: "nobody waits for the check of the owner's state",
    file: feature('projects/project-access.ts'),
    before: 'await requireRight(ctx, project.owner_id, required.operation)',
    after: 'void requireRight(ctx, project.owner_id, required.operation)',
  },
  {
    what: 'everybody may answer an invitation',
    file: feature('collaborators/invitation-of-link.ts'),
    before: '!invitation || !user || !isInvitee(invitation, user)',
    after: '!invitation || !user',
  },
  {
    what: 'every collaborator may remove another one',
    file: feature('collaborators/collaborators.ts'),
    before: "isLeaving ? 'revoke own access' : 'revoke access'",
    after: "'revoke own access'",
  },
  {
    what: 'two arguments are swapped, so a collaborator is invited again',
    file: feature('collaborators/create-invitation.ts'),
    before: 'findMembership(tx, project.id, account.id)',
    after: 'findMembership(tx, account.id, project.id)',
  },
  {
    what: 'a role is removed without being allowed to assign it',
    file: feature('operator/roles/roles.ts'),
    before: 'from ? [from, to] : [to]',
    after: '[to]',
  },
  {
    what: 'a failed payment is tried once more',
    file: feature('billing/dunning/sweep-dunning.ts'),
    before: 'triesLeft(dunning) === 0',
    after: 'triesLeft(dunning) < 0',
  },
  {
    what: 'the free plan is for sale',
    file: feature('billing/checkout/paid-plan.ts'),
    before: '!plan?.isActive || plan.price_monthly === 0',
    after: '!plan?.isActive',
  },
  {
    what: 'only an ended subscription can be canceled',
    file: feature('billing/subscriptions/subscriptions.ts'),
    before: "if (!isLive(row)) throw conflict('This subscription has ended already.')",
    after: "if (isLive(row)) throw conflict('This subscription has ended already.')",
  },
  {
    what: 'the cheapest of several subscriptions counts',
    file: feature('billing/subscriptions/own-subscription.ts'),
    before: 'value(right) - value(left)',
    after: 'value(left) - value(right)',
  },
  {
    what: 'an API key reads environments that it was not granted',
    file: feature('inject/granted-environment.ts'),
    before: '!environment || !isEnvironmentGranted(key, environment.id)',
    after: '!environment',
  },
  {
    what: 'an API key works at the moment of its expiry',
    file: feature('api-keys/api-key-auth.ts'),
    before: 'key.expires_at <= now',
    after: 'key.expires_at < now',
  },
  {
    what: 'an API key answers for another project',
    file: feature('inject/attempt.ts'),
    before:
      "    if (projectId !== undefined && key.project_id !== projectId) throw new AppError('NOT_FOUND')\n",
    after: '',
  },
  {
    what: 'an account is deleted without typing its name',
    file: webFeature('accounts/delete/delete-account-page.tsx'),
    before: "disabled={form.watch('typed') !== username}",
    after: '',
  },
  {
    what: 'an operator acts without typing the word',
    file: webFeature('operator/parts/typed-confirm-dialog.tsx'),
    before: 'isComplete = !lacksReason && (typedWord ?? typed) === typed',
    after: 'isComplete = !lacksReason',
  },
  {
    what: 'a reason of spaces is a reason',
    file: webFeature('subscription/cancel/cancel-dialog.tsx'),
    before: "comment.trim() !== ''",
    after: "comment !== ''",
  },
]
