import type { BodyOf } from '@envhold/contract/endpoint.ts'
import { type InstanceSettings, updateAnnouncement } from '@envhold/contract/operator/instance-settings.ts'
import { type announcementLevels, maxAnnouncementLength } from '@envhold/contract/pages/announcement.ts'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import {
  AnnouncementBar,
  DismissButton,
  isLongAnnouncement,
  MoreButton,
} from '../../../ui/feedback/announcement-bar.tsx'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input, Textarea } from '../../../ui/forms/input.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { useMayCall } from '../operator.ts'
import { Panel } from '../parts/panel.tsx'
import { ChangedBy, shownAnnouncement, useSaveSettings } from './saved-settings.tsx'

type Level = (typeof announcementLevels)[number]
type Setting = InstanceSettings['announcement']

const levels = [
  { value: 'info', label: 'Information' },
  { value: 'warning', label: 'Warning' },
] as const

/** Mounted again with each change of the setting. */
export function AnnouncementSettings({ setting }: { setting: Setting }) {
  const { current, changed } = setting
  const mayChange = useMayCall('updateAnnouncement')
  const ended = current ? 'Expired' : 'None'
  const state = shownAnnouncement({ announcement: setting }) ? 'Shown' : ended
  return (
    <Panel title="Announcement" action={<Badge tone={state === 'Shown' ? 'good' : 'neutral'}>{state}</Badge>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t p-4">
        <p className="text-small text-ink-2">
          One line of plain text on every page, also before signing in. <ChangedBy changed={changed} />.
        </p>
        {mayChange ? (
          <Editor setting={setting} />
        ) : (
          current && <AnnouncementPreview text={current.text} level={current.level} />
        )}
      </div>
    </Panel>
  )
}

function Editor({ setting }: { setting: Setting }) {
  const { current, revision } = setting
  const api = useApi()
  const { busy, save } = useSaveSettings()
  const [text, setText] = useState(current?.text ?? '')
  const [level, setLevel] = useState<Level>(current?.level ?? 'info')
  const [until, setUntil] = useState(toLocalTime(current?.until ?? null))
  const [problem, setProblem] = useState('')
  const isUnchanged =
    text.trim() === (current?.text ?? '') &&
    level === (current?.level ?? 'info') &&
    until === toLocalTime(current?.until ?? null)
  const update = (announcement: BodyOf<typeof updateAnnouncement>['announcement'], done: string) =>
    save(() => api.call(updateAnnouncement, { body: { announcement, revision } }), done)
  const publish = (event: FormEvent) => {
    event.preventDefault()
    const end = fromLocalTime(until)
    const isPast = end !== null && Date.parse(end) <= Date.now()
    setProblem(isPast ? 'Must be in the future' : '')
    if (!isPast) void update({ text: text.trim(), level, until: end }, 'The announcement is shown')
  }
  return (
    <form onSubmit={publish} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
      <Field label="Text" hint={`${[...text].length} of ${maxAnnouncementLength} characters`}>
        <Textarea
          value={text}
          rows={2}
          maxLength={maxAnnouncementLength}
          onChange={({ target }) => setText(target.value.replaceAll(/\s/g, ' '))}
        />
      </Field>
      <div className="flex flex-wrap items-start gap-4">
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-small font-medium">
            Level
          </span>
          <div className="flex h-9 items-center">
            <SegmentedControl label="Level" options={levels} value={level} onValueChange={setLevel} />
          </div>
        </div>
        <Field label="Until" optional error={problem || undefined} className="min-w-56">
          <Input type="datetime-local" value={until} onChange={({ target }) => setUntil(target.value)} />
        </Field>
      </div>
      {text.trim() !== '' && <AnnouncementPreview text={text.trim()} level={level} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} disabled={text.trim() === '' || isUnchanged}>
          Show Announcement
        </Button>
        {current && (
          <Button
            variant="secondary"
            disabled={busy}
            onClick={() => void update(null, 'The announcement is removed')}
          >
            Remove Announcement
          </Button>
        )}
      </div>
    </form>
  )
}

/** What users see. Its button to dismiss is only shown. */
function AnnouncementPreview({ text, level }: { text: string; level: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <figcaption className="font-medium">Preview</figcaption>
      <div className="overflow-clip rounded-md border">
        <AnnouncementBar
          id="preview"
          text={text}
          level={level}
          className="px-3 sm:px-3"
          long={isLongAnnouncement(text) && !isOpen ? 'yes' : 'no'}
          more={<MoreButton onClick={() => setOpen(true)} />}
          dismiss={
            <span inert>
              <DismissButton />
            </span>
          }
        />
      </div>
    </figure>
  )
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** A time of the API as `<input type="datetime-local">` shows it: in this browser’s time zone, to the minute. */
function toLocalTime(at: string | null): string {
  if (at === null) return ''
  const time = new Date(at)
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-')
  return `${day}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

/** The opposite. @returns null for an empty field */
const fromLocalTime = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
