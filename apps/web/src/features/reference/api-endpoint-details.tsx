import type { Endpoint } from '@envhold/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '../../ui/table.tsx'
import { curlExample } from './curl-example.ts'
import type { FieldLine } from './describe-endpoint.ts'
import { answersOf, audienceText, errorsOf, fieldsOf } from './describe-endpoint.ts'
import { instanceOrigin } from './instance-origin.ts'

export function ApiEndpointDetails({ call }: { call: Endpoint }) {
  const fields = fieldsOf(call)
  const errors = errorsOf(call)
  return (
    <>
      <p className="flex flex-wrap gap-1.5">
        <Badge>{audienceText(call)}</Badge>
        {call.vault && <Badge tone="accent">Needs the vault</Badge>}
        {call.conditional === 'read' && <Badge>ETag</Badge>}
      </p>
      {fields.length > 0 && <Fields fields={fields} />}
      <Block title={`Answers ${call.success}`}>
        <p className="flex flex-wrap gap-1.5">
          {answersOf(call).map((name) => (
            <code key={name} className="rounded-sm bg-hover px-1.5 py-0.5 font-mono text-small">
              {name}
            </code>
          ))}
        </p>
      </Block>
      {errors.length > 0 && (
        <Block title="Errors">
          <ul className="grid gap-1 text-small">
            {errors.map(({ code, status, message }) => (
              <li key={code} className="grid gap-x-3 sm:grid-cols-[17rem_1fr]">
                <span className="font-mono break-all">
                  <span className="text-ink-3">{status}</span> {code}
                </span>
                <span className="text-ink-2">{message}</span>
              </li>
            ))}
          </ul>
        </Block>
      )}
      <Block title="Example">
        <CodeBlock code={curlExample(call, instanceOrigin())} />
      </Block>
    </>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-2">
      <h4 className="text-small font-medium text-ink-3">{title}</h4>
      {children}
    </div>
  )
}

function Fields({ fields }: { fields: readonly FieldLine[] }) {
  return (
    <Table>
      <TableHead>
        <tr>
          <TableHeadCell className="static pl-0">Field</TableHeadCell>
          <TableHeadCell className="static">In</TableHeadCell>
          <TableHeadCell className="static">Type</TableHeadCell>
        </tr>
      </TableHead>
      <TableBody>
        {fields.map(({ name, place, type, required, note }) => (
          <TableRow key={`${place} ${name}`} className="max-sm:px-0">
            <TableCell className="pl-0 font-mono whitespace-nowrap">
              {name}
              {!required && <span className="font-sans text-ink-3"> optional</span>}
            </TableCell>
            <TableCell className="text-ink-2">{place}</TableCell>
            <TableCell wide className="w-full py-1.5">
              <span className="font-mono break-words">{type}</span>
              {note && <span className="text-ink-3"> {note}</span>}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
