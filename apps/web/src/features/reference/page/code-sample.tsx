/** Code with a button to copy it, which appears when the script of the page runs. */
export function CodeSample({ code, name }: { code: string; name?: string }) {
  return (
    <figure className="manual-code">
      {name && <figcaption>{name}</figcaption>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <button type="button" data-copy="" hidden>
        <span>Copy</span>
        <span role="status" />
      </button>
    </figure>
  )
}
