const sizes = { 2: 'text-title font-semibold', 3: 'text-[1rem]/6 font-semibold', 4: 'font-semibold' } as const

interface Props {
  level: keyof typeof sizes
  id: string
  title: string
}

/** A heading that can be linked to. The script of the page copies the link when the sign beside it is pressed. */
export function AnchorHeading({ level, id, title }: Props) {
  const Tag = `h${level}` as const
  return (
    <div className="manual-heading">
      <Tag id={`${id}-title`} className={sizes[level]}>
        {title}
      </Tag>
      <a href={`#${id}`} data-anchor="" aria-label={`Link to ${title}`}>
        #
      </a>
    </div>
  )
}
