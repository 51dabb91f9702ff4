/** The search field and the place of its results. Without a script it is hidden: browsers can search the page. */
export function SearchBox() {
  return (
    <search className="manual-search" data-manual-search="" hidden>
      <label>
        <span className="sr-only">Search the documentation</span>
        <input
          type="search"
          role="combobox"
          aria-expanded="false"
          aria-controls="manual-results"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Search"
        />
        <span className="manual-key">/</span>
      </label>
      <div className="manual-results" data-results="" hidden>
        <div id="manual-results" role="listbox" aria-label="Results" />
        <p role="status" />
      </div>
    </search>
  )
}
