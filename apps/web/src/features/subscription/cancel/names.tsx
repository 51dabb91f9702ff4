const shownAtOnce = 8

interface Props {
  entries: readonly { readonly key: string; readonly name: string }[]
}

/** Who or what is meant, by name: a few at once, the rest when asked for. */
export function Names({ entries }: Props) {
  const rest = entries.slice(shownAtOnce)
  return (
    <>
      <List entries={entries.slice(0, shownAtOnce)} />
      {rest.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-accent underline-offset-4 hover:underline">
            {rest.length.toLocaleString('en-US')} more
          </summary>
          <List entries={rest} />
        </details>
      )}
    </>
  )
}

const List = ({ entries }: Props) => (
  <ul className="list-disc pl-5 text-ink marker:text-ink-3">
    {entries.map(({ key, name }) => (
      <li key={key} className="wrap-anywhere">
        {name}
      </li>
    ))}
  </ul>
)
