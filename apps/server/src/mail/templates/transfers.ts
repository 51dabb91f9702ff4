/** Projects that get another owner. */
import { line } from '../mail-body.ts'
import { mailsOf } from '../mail-template.ts'
import { linkedProject, name, text, time } from '../mail-variables.ts'
import { dayOf, momentOf } from '../wording.ts'

const project = name('The project', 'Web shop')
const owner = name('Who owns the project', 'ada')
const person = name('To whom it is offered', 'grace')
const offered = { project, projectId: linkedProject, expires: time('Until when it can be accepted') }
const opens = time('From when on it can be accepted')

const transferMail = mailsOf({
  category: 'collaboration',
  priority: 'high',
  variables: {},
  body: (_, url) => ({
    action: { label: 'Open dashboard', url: `${url}/dashboard` },
    reason: 'a project of your account changes its owner',
  }),
})

const openProject = (url: string, projectId: number) => ({
  label: 'Open the project',
  url: `${url}/project/${projectId}?tab=collaborators`,
})

/** What accepting means, before it is accepted. */
const meaning = [
  line`If you accept, the project counts towards your plan, and you decide who has access to it. You need your master password for this.`,
  line`Its API keys keep working, and the former owner may know them. Replace those that they should no longer use.`,
]

export const transferOffered = transferMail({
  name: 'transfer-offered',
  description: 'Tells a collaborator that they can become the owner of a project.',
  variables: { ...offered, owner },
  subject: ({ project }) => `Become the owner of “${project}”?`,
  says: ({ project, owner, expires, projectId }, url) => ({
    title: 'A project is offered to you',
    preview: `Accept or decline by ${dayOf(expires)}.`,
    paragraphs: [
      line`You can become the owner of the project ${project}, which belongs to ${owner}. Nothing changes unless you accept.`,
      ...meaning,
    ],
    facts: [['Accept by', momentOf(expires)]],
    action: openProject(url, projectId),
  }),
})

export const transferAnnounced = transferMail({
  name: 'transfer-announced',
  description:
    'Tells a collaborator that an operator offers them a project, and from when on they can accept.',
  variables: { ...offered, owner, opens },
  subject: ({ project }) => `“${project}” is offered to you from a later day on`,
  says: ({ project, owner, opens, expires, projectId }, url) => ({
    title: 'A project is offered to you',
    preview: `You can accept from ${dayOf(opens)} on.`,
    paragraphs: [
      line`An operator started to transfer the project ${project} of ${owner} to you. Until the first date below, ${owner} can object. You get another e-mail when you can accept.`,
      ...meaning,
    ],
    facts: [
      ['Accept from', momentOf(opens)],
      ['Accept by', momentOf(expires)],
    ],
    action: openProject(url, projectId),
  }),
})

export const transferStarted = transferMail({
  name: 'transfer-started',
  category: 'security',
  priority: 'critical',
  description: 'Confirms to the owner of a project that they offered it to a collaborator.',
  variables: { ...offered, person, remaining: text('What the owner can do afterwards', 'No access') },
  subject: ({ project, person }) => `You offered “${project}” to ${person}`,
  says: ({ project, person, expires, remaining, projectId }, url) => ({
    title: 'You offered a project',
    preview: 'Until they accept, you can call it off.',
    paragraphs: [
      line`You offered your project ${project} to ${person}. Nothing changes until they accept. Until then you can call it off.`,
      line`If this was not you, call it off now and change your password: the new owner decides who has access.`,
    ],
    facts: [
      ['Your access afterwards', remaining],
      ['Ends', momentOf(expires)],
    ],
    action: openProject(url, projectId),
    reason: 'you own the project',
  }),
})

export const transferByOperator = transferMail({
  name: 'transfer-by-operator',
  category: 'security',
  priority: 'critical',
  description:
    'Tells the owner of a project that an operator offers it to a collaborator, why, and until when they can object.',
  variables: { ...offered, person, opens, reason: text('Why it is transferred', 'The team asked us to.') },
  subject: ({ project }) => `An operator started to transfer your project “${project}”`,
  says: ({ project, person, opens, reason, projectId }, url) => ({
    title: 'Your project is to get another owner',
    preview: `Object before ${dayOf(opens)} if you do not agree.`,
    paragraphs: [
      line`An operator started to transfer your project ${project} to ${person}, who is a collaborator of it. Operators cannot read its variables.`,
      line`Until the date below ${person} cannot accept, and you can call the transfer off on the page of the project. After it you can still call it off until they accept.`,
      [`If you cannot sign in, write to the operators of this server: ${url}/contact`],
      line`If they accept, you stay a collaborator who can change variables.`,
    ],
    facts: [
      ['Reason', reason],
      ['Cannot be accepted before', momentOf(opens)],
    ],
    action: openProject(url, projectId),
    reason: 'you own the project',
  }),
})

export const transferEnded = transferMail({
  name: 'transfer-ended',
  priority: 'medium',
  description: 'Tells both people that a project stays with its owner, and why.',
  variables: { project, owner, why: text('Why it ended', 'It was declined.') },
  subject: ({ project }) => `“${project}” stays with its owner`,
  says: ({ project, owner, why }) => ({
    title: 'A transfer has ended',
    preview: why,
    paragraphs: [line`The project ${project} is not transferred. It still belongs to ${owner}.`],
    facts: [['Why', why]],
    reason: 'a project was offered to you or by you',
  }),
})

const remaining = text('What the former owner can do', 'No access')

export const ownershipTransferred = transferMail({
  name: 'ownership-transferred',
  category: 'security',
  priority: 'critical',
  description: 'Tells the former owner that a project belongs to another user now.',
  variables: { project, person: name('Who owns it now', 'grace'), remaining },
  subject: ({ project, person }) => `${person} owns “${project}” now`,
  says: ({ project, person, remaining }) => ({
    title: 'Your project has another owner',
    preview: `It belongs to ${person} now.`,
    paragraphs: [
      line`${person} accepted the transfer and owns the project ${project} now. It no longer counts towards your plan. Only ${person} can transfer it back.`,
    ],
    facts: [['Your access', remaining]],
    reason: 'you owned the project',
  }),
})

export const ownershipReceived = transferMail({
  name: 'ownership-received',
  category: 'security',
  priority: 'critical',
  description: 'Confirms to the new owner of a project that it belongs to them, and what to check.',
  variables: { project, projectId: linkedProject, former: name('Who owned it', 'ada'), remaining },
  subject: ({ project }) => `You own “${project}” now`,
  says: ({ project, former, remaining, projectId }, url) => ({
    title: 'You own a project now',
    preview: 'It counts towards your plan.',
    paragraphs: [
      line`The project ${project}, which belonged to ${former}, belongs to you now and counts towards your plan.`,
      line`Its API keys keep working, and ${former} may know them. Replace those that they should no longer use.`,
    ],
    facts: [['Access of the former owner', remaining]],
    action: openProject(url, projectId),
    reason: 'you own the project',
  }),
})

export const ownerChanged = transferMail({
  name: 'owner-changed',
  priority: 'medium',
  description: 'Tells the other collaborators of a project that it has another owner.',
  variables: { project, former: name('Who owned it', 'ada'), owner: name('Who owns it now', 'grace') },
  subject: ({ project, owner }) => `“${project}” belongs to ${owner} now`,
  says: ({ project, former, owner }) => ({
    title: 'A shared project has another owner',
    preview: 'Your access stays as it is.',
    paragraphs: [
      line`The project ${project} belonged to ${former} and belongs to ${owner} now. Your access stays as it is.`,
    ],
    reason: 'a project is shared with your account',
  }),
})
