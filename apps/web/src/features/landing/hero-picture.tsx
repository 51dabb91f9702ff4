import { Copy, Eye, LockKeyhole } from 'lucide-react'
import { cn } from '../../ui/class-names.ts'

const rows = [
  { key: 'DATABASE_URL', at: '2 hours ago' },
  { key: 'REDIS_URL', at: '2 hours ago' },
  { key: 'SESSION_SECRET', at: 'yesterday' },
  { key: 'SMTP_PASSWORD', at: '12 days ago' },
  { key: 'WEBHOOK_SIGNING_KEY', at: 'Mar 3, 2026' },
]
const environments = ['production', 'staging', 'local']

/** A picture of the product made of its own components; not interactive. */
export function HeroPicture() {
  return (
    <div aria-hidden="true" className="relative min-w-0 pb-20 select-none sm:pb-14 sm:pr-6 lg:pr-0">
      <div className="overflow-hidden rounded-lg border bg-surface shadow-high">
        <div className="flex h-11 items-center gap-4 border-b px-4 text-small">
          {environments.map((name, index) => (
            <span
              key={name}
              className={cn(
                'flex h-full items-center border-b-2 font-medium',
                index === 0 ? 'border-accent text-ink' : 'border-transparent text-ink-3',
              )}
            >
              {name}
            </span>
          ))}
          <span className="ml-auto flex items-center gap-1.5 text-ink-3">
            <LockKeyhole className="size-3.5 text-accent" />
            Version 48
          </span>
        </div>
        <ul>
          {rows.map(({ key, at }, index) => (
            <li
              key={key}
              className={cn(
                'flex h-10 items-center gap-4 border-b px-4 text-small last:border-b-0',
                index === 1 && 'bg-hover',
              )}
            >
              <span className="min-w-0 flex-1 truncate font-mono">{key}</span>
              <span className="font-mono tracking-wider text-ink-3 max-sm:hidden">••••••••••••</span>
              <span className="w-24 text-right text-ink-3">
                {index === 1 ? (
                  <span className="flex justify-end gap-3 text-ink-2">
                    <Eye className="size-4" />
                    <Copy className="size-4" />
                  </span>
                ) : (
                  at
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className="absolute right-0 bottom-0 w-[min(24rem,92%)] rounded-lg border border-[#2b3237] bg-[#11161a] p-4 font-mono text-small text-[#c9d3d8] shadow-high lg:-right-6">
        <p>
          <span className="text-[#5cc7bb]">$</span> envhold run{' '}
          <span className="max-sm:hidden">--env production </span>-- npm start
        </p>
        <p className="text-[#8d999f]">&gt; storefront@2.4.0 start</p>
        <p>
          Listening on :3000
          <span className="ml-1 inline-block h-3.5 w-1.5 translate-y-0.5 bg-[#5cc7bb]" />
        </p>
      </div>
    </div>
  )
}
