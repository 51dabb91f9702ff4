import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, lines } from '../mail-variables.ts'
import { linesOf } from './contact-message.ts'

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
    closing: [
      line`Write to the senders yourself: an answer to this mail goes to none of them. Nobody has verified their addresses.`,
    ],
    reason: 'it is the support address of this instance',
  }),
})
