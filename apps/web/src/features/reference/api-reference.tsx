import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { Search } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/input.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { ApiEndpoint } from './api-endpoint.tsx'
import { findEndpoints } from './find-endpoints.ts'
import { Code, List, Part, Text } from './prose.tsx'

/** Every call, generated from the contract. */
export function ApiReference({ hash }: { hash: string }) {
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const deferredSearch = useDeferredValue(search)
  const found = Map.groupBy(findEndpoints(everyEndpoint, deferredSearch), ({ tag }) => tag)
  useShortcut('/', () => field.current?.focus())
  return (
    <Part id="api" title="API Reference">
      <Text>
        Everything lives below <Code>/api</Code> and speaks JSON. An OpenAPI 3.1 description of the same is at{' '}
        <a href="/api/openapi.json" className="text-accent underline underline-offset-4">
          /api/openapi.json
        </a>
        .
      </Text>
      <List>
        <li>
          <strong>Session and personal tokens</strong> go into <Code>Authorization: Bearer …</Code>, API keys
          into <Code>X-API-Key</Code> or the same header.
        </li>
        <li>
          <strong>Errors</strong> are <Code>{'{error, message, details?, request_id}'}</Code>; a message never
          holds a value, a password or a token.
        </li>
        <li>
          <strong>Retries</strong>: a call that creates something takes an <Code>Idempotency-Key</Code>. Send
          the same random text with each attempt; later attempts get the first answer for 24 hours.
        </li>
        <li>
          <strong>Times</strong> are ISO 8601 in UTC; ids of projects and environments are integers.
        </li>
      </List>
      <div className="relative mt-2">
        <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-ink-3" />
        <Input
          ref={field}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder="Search calls, paths and error codes"
          aria-label="Search the API reference"
          className="pl-9"
        />
      </div>
      {found.size === 0 && (
        <EmptyState
          title={`No call matches ‘${search}’`}
          action={
            <Button variant="secondary" onClick={() => setSearch('')}>
              Clear search
            </Button>
          }
        />
      )}
      {[...found].map(([tag, calls]) => (
        <div key={tag} className="grid min-w-0 gap-2 pt-4">
          <h3 className="font-semibold">{tag}</h3>
          <div className="divide-y overflow-hidden rounded-lg border bg-surface">
            {calls.map((call) => (
              <ApiEndpoint key={call.name} call={call} linked={hash === `api-${call.name}`} />
            ))}
          </div>
        </div>
      ))}
    </Part>
  )
}
