import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { CopyableId } from '../parts/copyable-id.tsx'
import type { Column } from '../parts/data-table.tsx'

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium' })

export const exactTime = (at: string) => <time dateTime={at}>{exact.format(new Date(at))}</time>

interface Named {
  readonly id: number | string
  readonly name: string | null
}

/** A name with its id, which can be copied. */
export const NamedId = ({ of: { id, name }, label }: { of: Named; label: string }) => (
  <span className="grid">
    <span className="break-all">{name ?? 'Deleted'}</span>
    <CopyableId id={id} label={label} />
  </span>
)

interface Entry {
  readonly ip_address: string | null
  readonly created_at: string
  readonly request_id: string | null
  readonly chain: string
  readonly position: number
}

/** The last columns of both logs. */
export const entryColumns: readonly Column<Entry>[] = [
  {
    head: 'Address',
    cell: ({ ip_address }) => <span className="font-mono text-small">{ip_address ?? '–'}</span>,
    className: 'max-lg:hidden',
  },
  {
    head: 'Time',
    cell: ({ created_at }) => <Time at={created_at} short />,
    align: 'right',
    className: 'whitespace-nowrap',
  },
]

export const originFacts = ({ ip_address, request_id }: Entry) => [
  { label: 'Address', value: ip_address ? <CopyableId id={ip_address} label="IP address" /> : '–' },
  ...(request_id ? [{ label: 'Request', value: <CopyableId id={request_id} label="request id" /> }] : []),
]

export const chainFacts = ({ chain, position }: Entry) => [
  { label: 'Chain', value: <CopyableId id={chain} label="chain" /> },
  { label: 'In the chain', value: `Number ${formatCount(position)}` },
]
