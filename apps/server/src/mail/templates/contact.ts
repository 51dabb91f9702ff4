/** Messages from the contact page, for the support address. */
import { type Line, line, paragraph, unlinked } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, emailAddress, lines, name, text } from '../mail-variables.ts'

/** A stranger wrote it: no part of it becomes a link. */
const linesOf = (message: string): Line[] =>
  message
    .split('\n')
    .filter((part) => part.trim() !== '')
    .map((part) => [unlinked(part)])

export const contactMessage = mailTemplate({
  name: 'contact-message',
  category: 'general',
  priority: 'medium',
  description: 'Brings a message from the contact page to the support address. An answer goes to its sender.',
  variables: {
    name: name('Who wrote it', 'Grace Hopper'),
    email: emailAddress('The e-mail address that was given; nobody has verified it', 'grace@example.com'),
    company: text('The company that was given, or nothing', 'Example Inc.'),
    subject: text('Its subject', 'Moving from another tool'),
    message: lines('What it says', 'How do we move forty projects?'),
    type: text('What it is about', 'question'),
    newsletter: text('Whether the sender would like to get news', 'no'),
  },
  replyTo: 'email',
  subject: ({ subject }) => `Contact: ${subject}`,
  body: ({ name: sender, email, company, subject, message, type, newsletter }) => ({
    title: 'A message from the contact page',
    preview: `From ${sender}.`,
    paragraphs: [
      company
        ? line`${sender} of ${company} wrote about ${subject}:`
        : line`${sender} wrote about ${subject}:`,
      ...linesOf(message),
    ],
    facts: [
      ['E-mail', email],
      ['About', type],
      ['Wants news', newsletter],
    ],
    closing: paragraph`Reply to this e-mail to write to the sender. Nobody has verified the address.`,
    reason: 'it is the support address of this instance',
  }),
})

/** In characters. One message has at most a fortieth of it. */
export const digestLength = 250_000

const countOf = (messages: number) => (messages === 1 ? '1 more message' : `${messages} more messages`)

export const contactDigest = mailTemplate({
  name: 'contact-digest',
  category: 'general',
  priority: 'medium',
  description:
    'Brings messages from the contact page to the support address together, when too many came in an hour to mail each.',
  variables: {
    count: count('How many messages there are', 2),
    messages: lines(
      'The messages, each with its sender',
      'Grace Hopper (grace@example.com) wrote about Moving: How do we move?',
      digestLength,
    ),
  },
  subject: ({ count: some }) => `Contact: ${countOf(some)}`,
  body: ({ count: some, messages }) => ({
    title: 'Messages from the contact page',
    preview: 'More came in an hour than are mailed one by one.',
    paragraphs: [
      [`${countOf(some)} came when too many in an hour had been mailed one by one:`],
      ...linesOf(messages),
    ],
    closing: paragraph`Write to the senders yourself: a reply to this e-mail reaches none of them. Nobody has verified their addresses.`,
    reason: 'it is the support address of this instance',
  }),
})
