import type { ActivityLine, LinePart } from '@envhold/contract/activity/activity-lines.ts'

export const textPart = (text: string): LinePart => ({ kind: 'text', text, environment: null })
const keyPart = (text: string): LinePart => ({ kind: 'key', text, environment: null })
export const environmentPart = (text: string, id: number, isProtected = false): LinePart => ({
  kind: 'environment',
  text,
  environment: { id, color: isProtected ? 'plum' : 'sky', protected: isProtected },
})

let id = 1_000

/** A line for tests. */
export const sampleLine = (changes: Partial<ActivityLine> = {}): ActivityLine => {
  const sentence = changes.sentence ?? [
    textPart('Changed '),
    keyPart('SENDGRID_API_KEY'),
    textPart(' in '),
    environmentPart('development', 1),
    textPart(' and '),
    environmentPart('production', 2, true),
  ]
  return {
    id: id--,
    event_type: 'variables_imported',
    category: 'project_changes',
    severity: 'low',
    is_read: false,
    sentence,
    text: sentence.map(({ text }) => text).join(''),
    note: null,
    entries: 1,
    started_at: new Date().toISOString(),
    created_at: new Date().toISOString(),
    project_id: 7,
    project_name: 'Storefront',
    people: [{ email: 'ada@example.com', username: 'ada' }],
    ip_address: '10.20.4.17',
    client: 'Firefox on Linux',
    versions: [],
    ...changes,
  }
}
