import type { Block, TableBlock } from '../manual/block.ts'
import { plainText } from '../manual/inline.ts'
import { AnchorHeading } from './anchor-heading.tsx'
import { CodeSample } from './code-sample.tsx'
import { InlineText } from './inline-text.tsx'

export function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return (
        <p>
          <InlineText content={block.text} />
        </p>
      )
    case 'note':
      return (
        <p className="manual-note">
          <InlineText content={block.text} />
        </p>
      )
    case 'list':
    case 'steps':
      return <Items ordered={block.kind === 'steps'} items={block.items} />
    case 'table':
      return <DataTable {...block} />
    case 'part':
      return <AnchorHeading level={4} id={block.id} title={block.title} />
    case 'shell':
      return <CodeSample code={block.code} />
    case 'file':
      return <CodeSample code={block.code} name={block.name} />
  }
}

function Items({ ordered, items }: { ordered: boolean; items: readonly string[] }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag>
      {items.map((item) => (
        <li key={item}>
          <InlineText content={item} />
        </li>
      ))}
    </Tag>
  )
}

function DataTable({ head, rows }: Pick<TableBlock, 'head' | 'rows'>) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              <InlineText content={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, column) => (
              <td
                key={head[column]}
                data-label={column > 0 && head.length > 2 ? plainText(head[column] ?? '') : undefined}
              >
                <InlineText content={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
