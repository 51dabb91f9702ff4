import { type Line, line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { emailAddress, lines, name, text } from '../mail-variables.ts'
import { unlinked } from '../set-apart.ts'

/** A stranger wrote it: no part of it becomes a link. */
export const linesOf = (message: string): Line[] =>
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
    closing: [line`Answer this mail to write to the sender. Nobody has verified the address.`],
    reason: 'it is the support address of this instance',
  }),
})
