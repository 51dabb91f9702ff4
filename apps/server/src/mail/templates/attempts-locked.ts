import { z } from 'zod'
import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, name, time, type Variable } from '../mail-variables.ts'
import { circumstancesOf, momentOf } from '../wording.ts'

const places = ['session', 'device', 'new-devices'] as const
/** What wrong attempts have locked: a session, all sessions on a device, or all devices that have proved nothing. */
export type LockedPlace = (typeof places)[number]

const place: Variable<LockedPlace> = {
  type: 'text',
  description: 'What is locked',
  example: 'session',
  schema: z.enum(places),
}

const where: Readonly<Record<LockedPlace, string>> = {
  session: 'in one session',
  device: 'on one of your devices',
  'new-devices': 'on new devices',
}
const effects: Readonly<Record<LockedPlace, string>> = {
  session: 'This session accepts no more of them for 15 minutes. Your other sessions are not affected.',
  device: 'This device accepts no more of them for 15 minutes. Your other devices are not affected.',
  'new-devices':
    'New devices accept no more of them for 15 minutes. Devices that you have used for this before are not affected.',
}

export const attemptsLocked = mailTemplate({
  name: 'attempts-locked',
  category: 'security',
  priority: 'critical',
  description: 'Reports that wrong master passwords, codes or the like have locked a session or new devices.',
  notMe: true,
  variables: {
    ...circumstances,
    place,
    attempts: name('What was entered', '10 wrong master passwords'),
    signedInAt: time('When the session was started; 0 while signing in'),
    signedInWith: { ...circumstances.device, description: 'The browser or program that started the session' },
    signedInFrom: { ...circumstances.ip, description: 'The IP address from which the session was started' },
  },
  subject: () => 'Too many wrong attempts in your account',
  body: (of, url) => ({
    title: 'Too many wrong attempts in your account',
    preview: `${of.attempts} were entered.`,
    paragraphs: [[...line`${of.attempts} were entered `, `${where[of.place]}. ${effects[of.place]}`]],
    facts: [
      ...circumstancesOf(of),
      ...(of.signedInAt === 0
        ? []
        : ([
            [
              'Session',
              `${of.signedInWith}, signed in on ${momentOf(of.signedInAt)} from ${of.signedInFrom || 'unknown'}`,
            ],
          ] as const)),
    ],
    action: { label: 'See your sessions', url: `${url}/account#sessions` },
    closing: [
      of.signedInAt === 0
        ? line`If it was not you, someone else knows your password: change it, and sign out all other sessions.`
        : line`If it was not you, someone else has this session or your password: sign the session out, and change your password.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})
