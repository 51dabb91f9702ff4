/** A line of text that operators show on every page. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'

export const maxAnnouncementLength = 280
export const announcementLevels = ['info', 'warning'] as const

export const announcementText = field.requiredText(maxAnnouncementLength, 'Enter the text')

export const announcement = z
  .object({
    /** Of the text: a browser remembers by it what its user has dismissed. */
    id: z.string().max(64),
    text: z.string().max(maxAnnouncementLength),
    level: z.enum(announcementLevels),
    /** Null: until an operator removes it. */
    until: field.time.nullable(),
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.output<typeof announcement>

/** How long an answer may be cached, in seconds. */
export const announcementMaxAge = 60

export const readAnnouncement = endpoint('GET /announcement', {
  name: 'readAnnouncement',
  tag: 'Instance',
  summary: 'The announcement of the operators, if there is one. It may be cached for a minute.',
  audience: 'anyone',
  conditional: 'read',
  output: z.object({ announcement: announcement.nullable() }),
})
