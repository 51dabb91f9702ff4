/** Accounts as a whole: approved, suspended, deleted; what a restore undid; and the deletion guard, for operators. */
import { line, paragraph } from '../mail-body.ts'
import { mailsOf, mailTemplate } from '../mail-template.ts'
import { count, emailAddress, lines, link, name, names, orElse, text, time } from '../mail-variables.ts'
import { dayOf, momentOf, nameList, projectsOf } from '../wording.ts'

/** What happened to an account as a whole. */
const wholeAccountMail = mailsOf({
  category: 'security',
  priority: 'high',
  variables: {},
  body: (_, url) => ({
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'this is the e-mail address of the account',
  }),
})

export const accountApproved = wholeAccountMail({
  name: 'account-approved',
  category: 'onboarding',
  description: 'Reports that an operator approved an account.',
  subject: 'Your account was approved',
  says: {
    preview: 'You can use Envhold now.',
    paragraphs: paragraph`An operator approved your account. Sign in to set up your vault.`,
  },
})

export const accountInvitation = mailTemplate({
  name: 'account-invitation',
  category: 'onboarding',
  priority: 'high',
  description: 'Invites someone to create an account.',
  secret: true,
  variables: {
    link: link('Where to create the account', 'https://vault.example.com/invite#eml_example'),
    expires: time('Until when the link works'),
  },
  subject: () => 'You are invited to Envhold',
  body: ({ link, expires }, url) => ({
    title: 'You are invited to Envhold',
    preview: `The invitation works until ${dayOf(expires)}.`,
    paragraphs: [
      line`An operator of ${new URL(url).host} invites you to create an account. Envhold is a vault for the environment variables of software projects.`,
    ],
    facts: [['Valid until', momentOf(expires)]],
    action: { label: 'Create your account', url: link },
    closing: paragraph`If you do not know why you got this, ignore it: no account exists until you create one.`,
    reason: 'an operator of this server entered this e-mail address',
  }),
})

export const accountSuspended = wholeAccountMail({
  name: 'account-suspended',
  priority: 'critical',
  description: 'Reports that an operator suspended an account, and why.',
  variables: {
    reason: text('Why the account was suspended', 'The terms of service were broken.'),
    supportEmail: emailAddress('Where users get help', 'support@example.com'),
  },
  subject: 'Your account was suspended',
  says: ({ reason, supportEmail }, url) => ({
    preview: 'An administrator suspended your account.',
    paragraphs: [
      line`An administrator suspended your account. Your projects are kept, but you cannot use them, and your API keys and tokens do not work.`,
      line`Collaborators can still read the projects that you shared with them. Nothing in these projects can be changed.`,
      line`You can still sign in to manage your subscription and download your projects.`,
    ],
    facts: [
      ['Reason', reason],
      ['Support', supportEmail],
    ],
    action: { label: 'Sign in', url: `${url}/suspended` },
    closing: paragraph`If you think this is a mistake, write to support.`,
  }),
})

export const accountUnsuspended = wholeAccountMail({
  name: 'account-unsuspended',
  description: 'Reports that the suspension of an account has ended.',
  variables: { supportEmail: emailAddress('Where users get help', 'support@example.com') },
  subject: 'Your account is active again',
  says: ({ supportEmail }) => ({
    preview: 'An operator ended the suspension.',
    paragraphs: [
      line`An operator ended the suspension of your account. Your projects, API keys and tokens work again as they did before it.`,
      line`If you had a grace period or archived projects, their deadlines were paused and move back by the length of the suspension.`,
    ],
    facts: [['Support', supportEmail]],
  }),
})

export const sessionsEndedByOperator = wholeAccountMail({
  name: 'sessions-ended-by-operator',
  priority: 'critical',
  description: 'Reports that an operator signed out all devices of an account, and why.',
  variables: {
    reason: text('Why they were signed out', 'You reported a stolen laptop.'),
    supportEmail: emailAddress('Where users get help', 'support@example.com'),
  },
  subject: 'An operator signed out all your devices',
  says: ({ reason, supportEmail }, url) => ({
    title: 'All your devices were signed out',
    preview: 'Sign in again to continue.',
    paragraphs: [
      line`An operator of this server signed out all devices of your account. Sign in again to continue.`,
      line`Your personal tokens and API keys still work. If someone else may have them, revoke them.`,
    ],
    facts: [
      ['Reason', reason],
      ['Support', supportEmail],
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
})

export const accountForceDeleted = mailTemplate({
  name: 'account-force-deleted',
  category: 'security',
  priority: 'critical',
  description: 'Reports that an operator permanently deleted an account, and why.',
  variables: {
    reason: text('Why the account was deleted', 'The terms of service were broken.'),
    supportEmail: emailAddress('Where users get help', 'support@example.com'),
  },
  subject: () => 'Your account was deleted permanently',
  body: ({ reason, supportEmail }) => ({
    title: 'Your account was deleted permanently',
    preview: 'An operator deleted your account.',
    paragraphs: [
      line`An operator deleted your account, with its projects, environments, variables, API keys and tokens. They cannot be restored.`,
      line`You no longer have access to projects of other people.`,
    ],
    facts: [
      ['Reason', reason],
      ['Support', supportEmail],
    ],
    closing: paragraph`If you think this is a mistake, write to support.`,
    reason: 'this was the e-mail address of the account',
  }),
})

export const accountDeleted = wholeAccountMail({
  name: 'account-deleted',
  category: 'general',
  priority: 'critical',
  description: 'Reports that an account was deleted, and until when it can be restored.',
  variables: { until: time('Until when signing in restores it') },
  subject: 'Your account was deleted',
  says: ({ until }, url) => ({
    preview: `Sign in by ${dayOf(until)} to restore it.`,
    paragraphs: [
      line`Your account, its projects and its keys are deactivated. Sign in before the date below to restore them; after that they are deleted permanently.`,
      line`A paid plan is canceled: it ends with the period that is paid for. If you restore the account before that, resume the plan under Subscription & Billing.`,
    ],
    facts: [['Restore until', momentOf(until)]],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
})

export const operatorRoleChanged = wholeAccountMail({
  name: 'operator-role-changed',
  description: 'Reports that an operator gave an account another role.',
  variables: {
    from: name('The role that the account had', 'User'),
    to: name('The role that it has now', 'Support'),
    reason: text('Why the role was changed; may be empty', 'Joins the support team.'),
    supportEmail: emailAddress('Where users get help', 'support@example.com'),
  },
  subject: 'Your role was changed by an operator',
  says: ({ from, to, reason, supportEmail }) => ({
    title: 'Your role was changed',
    preview: `Your account has the role ${to} now.`,
    paragraphs: paragraph`An operator changed the role of your account from ${from} to ${to}.`,
    facts: [
      ['Role before', from],
      ['Role now', to],
      reason !== '' && ['Reason', reason],
      ['Support', supportEmail],
    ],
    closing: paragraph`If you think this is a mistake, write to support.`,
  }),
})

const whatHappened = 'What you changed after that backup was made is as it was before.'

export const changesUndone = mailTemplate({
  name: 'changes-undone',
  category: 'security',
  priority: 'critical',
  description: 'Reports to an account, or to the owner of a project, what the restore of a backup undid.',
  variables: {
    project: names('The projects; none if it is about the account itself', ['Web shop', 'Blog']),
    more: orElse(count('How many other projects there are', 2), 0),
    changes: names('What was undone', ['Values changed', 'API key limited']),
  },
  subject: ({ project: [project, ...others], more }) => {
    if (project === undefined) return 'Changes to your account were undone'
    const undone = others.length > 0 ? projectsOf(others.length + more + 1) : `“${project}”`
    return `Changes to ${undone} were undone`
  },
  body: ({ project: projects, more, changes }, url) => ({
    title:
      projects.length === 0 ? 'Changes to your account were undone' : 'Changes to your projects were undone',
    preview: whatHappened,
    paragraphs: [
      [`The server was restored from a backup. ${whatHappened}`],
      projects.length === 0
        ? line`Undone: ${nameList(changes, 0)}. Do this again: a former password or key works now.`
        : line`Undone in ${nameList(projects, more)}: ${nameList(changes, 0)}. Look at the activity there, and do this again: a former value or key works now.`,
    ],
    action:
      projects.length === 0
        ? { label: 'Open your account', url: `${url}/account` }
        : { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: projects.length === 0 ? 'this is the e-mail address of your account' : 'you own the project',
  }),
})

export const healthNotice = mailTemplate({
  name: 'health-notice',
  category: 'general',
  priority: 'critical',
  description: 'Tells operators of warnings about the instance, and which are over.',
  variables: {
    opened: lines('New warnings, one a line', 'A disk is almost full: one'),
    resolved: lines('Warnings that are over, one a line', 'The newest backup failed'),
    count: count('How many are new', 1),
  },
  subject: ({ count: added }) =>
    added > 0 ? 'The server needs your attention' : 'Warnings about the server are over',
  body: ({ opened, resolved, count: added }, url) => ({
    title: added > 0 ? 'The server needs your attention' : 'Warnings are over',
    preview: (added > 0 ? opened : resolved).split('\n')[0] ?? '',
    paragraphs: [
      ...linesUnder(`New warnings: ${added}`, opened),
      ...linesUnder('Over:', resolved),
      ['The page Health says what to do. You get one e-mail for a warning, and one when it is over.'],
    ],
    action: { label: 'Open Health', url: `${url}/admin/instance` },
    reason: 'you are an operator of this instance',
  }),
})

const linesUnder = (head: string, text: string) =>
  text === '' ? [] : [[head], ...text.split('\n').map((one) => [one])]

export const downgradeBrake = mailTemplate({
  name: 'downgrade-brake',
  category: 'general',
  priority: 'critical',
  description:
    'Tells operators that too many projects were about to be archived or deleted, and that nothing was.',
  variables: {
    count: count('How many projects would be archived or deleted', 40),
    total: count('How many projects there are', 120),
  },
  subject: ({ count: affected }) => `Stopped: ${affected} projects were about to be archived or deleted`,
  body: ({ count: affected, total }) => ({
    title: 'Nothing is archived or deleted until you confirm it',
    preview: `${affected} of ${total} projects would be affected within a day.`,
    paragraphs: [
      [
        `Ended grace periods and expired archives would archive or delete ${affected} of the ${total} projects of this instance within a day. That is more than a quarter, so nothing was archived or deleted. Reminders continue.`,
      ],
      line`Check that the server’s clock is right and that the payment providers can be reached. A wrong clock and an outage both look like this.`,
      ['If the number is right, confirm it on the server:'],
      [`envhold-server operator confirm-deletions ${affected}`],
    ],
    closing: paragraph`You will get this e-mail once a day until it is resolved.`,
    reason: 'you are an operator of this instance',
  }),
})
